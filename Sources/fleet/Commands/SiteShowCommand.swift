import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet site show`: one site and the history of its measurements.
struct SiteShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one site and the measurements of its sensors.",
        examples: [
            "Show a site": "fleet site show depot-nord",
            "Show it by its name": "fleet site show 'Depot Nord'",
            "Show it at a past time": "fleet site show depot-nord --at 08:00",
            "Show it as JSON": "fleet site show depot-nord --format json",
        ],
        notes: """
            IDs match regardless of case, unless that is ambiguous. The beginning of an ID, the name, or \
            a part of the name is enough if it is unique.
            """
    )

    @Argument(
        help: .withLink("The site ID or name.", "id"), completion: .stored(.sites))
    var ids: [String] = []

    @OptionGroup var fetch: FetchOptions<SourceSelection>
    @OptionGroup var moment: MomentOption
    @OptionGroup var texts: LanguageOption

    @Option(help: .siteRegion, completion: .stored(.regions))
    var region: [String] = []

    @OptionGroup var format: FormatOptions<ReportFormat>

    @Flag(help: .noPager)
    var noPager = false

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    var database: String? { fetch.database }

    mutating func validate() throws {
        ids = try fetch.selection.takeLink(fromID: ids, "the site ID")
        try fetch.check(with: moment)
    }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            fetch.argument, in: context.preferences(), offline: fetch.offline,
            language: texts.language)
        let source = try context.open(selected, reading: .sites)
        try await source.withSites(fetch.mode(at: moment.at)) { listing in
            context.output.warn(of: listing.parseReport)
            var query = SiteQuery()
            query.regions = region
            let listing = try listing.selecting(query)
            let detail = try listing.detail(of: listing.find(ids[0], in: context))
            let text = detail.written(
                as: format.selected, style: context.tableStyle(ansi))
            if !noPager { context.pageOutput() }
            try context.output.write(text.string)
        }
    }
}
