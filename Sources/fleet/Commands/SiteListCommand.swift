import ArgumentParser
import FleetCore

/// `fleet site list`: the sites of a source.
struct SiteListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the depots and stations of a source.")

    @OptionGroup var source: SourceOption
    @OptionGroup var ansi: AnsiOption
    @OptionGroup var asking: AskingOptions

    @Option(help: "The format of the output.")
    var format: SiteListFormat = .table

    func run(in composition: Composition) async throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let source = try composition.open(selected, reading: .sites)
        try await source.withSites(asking.asking) { try print($0, in: composition) }
    }

    private func print(_ listing: SiteListing, in composition: Composition) throws {
        let (output, style) = (composition.output, composition.tableStyle(ansi))
        if format == .table {
            let alarms = listing.sites.count { $0.site.hasAlarm }
            let head = listing.head.text(alarms: alarms, style: style)
            if output.isTerminal { try output.write(head) } else { output.talk(head) }
        }
        let encoder = SiteListEncoder(format: format, head: listing.head, style: style)
        var sink = ByteSink { try output.write($0) }
        try encoder.write(listing.sites, to: &sink)
        try output.finish()
        output.warn(of: listing.reading)
    }
}
