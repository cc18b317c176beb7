import ArgumentParser
import FleetCore
import FleetSession

/// `fleet site list`: the sites of a source.
struct SiteListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stations and depots of a source.",
        examples: [
            "List the sites": "fleet site list",
            "List them as JSON": "fleet site list --format json",
        ]
    )

    @OptionGroup var fetch: FetchOptions

    @Option(help: "Output format.")
    var format: SiteListFormat = .table

    @Flag(help: .spreadsheet)
    var spreadsheet = false

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    func validate() throws {
        if spreadsheet, format != .csv { throw ValidationError(.spreadsheetNeedsCSV) }
    }

    func run(in context: CommandContext) async throws {
        let selected = try context.select(fetch.source, in: context.preferences())
        let source = try context.open(selected, reading: .sites)
        try await source.withSites(fetch.mode) { try print($0, in: context) }
    }

    private func print(_ listing: SiteListing, in context: CommandContext) throws {
        let (output, style) = (context.output, context.tableStyle(ansi))
        if format == .table {
            let alarms = listing.sites.count { $0.site.hasAlarm }
            let header = listing.header.text(alarms: alarms, style: style)
            if output.isTerminal { try output.write(header) } else { output.writeMessage(header) }
        }
        let encoder = SiteListEncoder(
            format: format, header: listing.header, style: style,
            cells: CSVCellStyle(forSpreadsheet: spreadsheet, onTerminal: output.isTerminal))
        var sink = ByteSink { try output.write($0) }
        try encoder.write(listing.sites, to: &sink)
        try output.finish()
        output.warn(of: listing.parseReport)
    }
}
