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

    @OptionGroup var output: ListOutputOptions<SiteListFormat>

    func run(in context: CommandContext) async throws {
        try CommandContext.reportingUnknownFields {
            try SiteListEncoder.check(output.display.selection)
        }
        let selected = try context.select(fetch.source, in: context.preferences())
        let source = try context.open(selected, reading: .sites)
        try await source.withSites(fetch.mode) { listing in
            try listing.print(as: output.selectedFormat, output.display, in: context)
            context.output.warn(of: listing.parseReport)
        }
    }
}
