import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet attention list`: what needs attention now.
struct AttentionListCommand: LinkCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what needs attention, in all sources or some.",
        examples: [
            "List the first entries of each group": "fleet attention",
            "List all low batteries": "fleet attention --group battery",
            "Write the handover of a shift as JSON": "fleet attention --since 8h --format json",
        ]
    )

    @Argument(help: .link)
    var link: String?

    @Option(help: "Only this group, with all its entries.")
    var group: AttentionGroup?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Also what is new, solved and still open since this long ago, such as 8h, or since a time "
                + "such as 'yesterday 18:00'.", valueName: "duration|time"))
    var since: String?

    @Flag(
        help: """
            In tables, also the entries that somebody has taken or snoozed; other formats always have \
            them.
            """)
    var all = false

    @OptionGroup(title: "Source") var fetch: FetchOptions<SourcesSelection>

    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    var database: String? { fetch.database }

    mutating func validate() throws {
        try fetch.selection.takeLink(link)
    }

    static var fieldNames: [String] { AttentionList.fieldNames }

    func run(in context: CommandContext) async throws {
        var request = AttentionRequest()
        request.group = group
        // A server may have another time zone.
        request.since = try since.map {
            "\(try AttentionRequest.past($0, now: context.shownNow()))s"
        }
        // People see the first of each group; programs and readers of one group see more.
        if group != nil || output.selectedFormat != .table { request.limit = 1000 }
        let report = try await AttentionReader(in: context).report(
            on: fetch.arguments, request, fetch.mode)
        let list = AttentionList(report, showsHandled: all)
        try context.printList(
            list.list(context.timeText), as: output.selectedFormat, output.display,
            header: { _ in list.headerText(LocalTime.text) })
        if output.selectedFormat == .table, list.isShortened {
            context.output.log("these are the first of each group; --group NAME lists all of one")
        }
    }
}
