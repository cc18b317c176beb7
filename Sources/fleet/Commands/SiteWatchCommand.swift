import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet site watch`: the measurements of sites, live.
struct SiteWatchCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the measurements of sites live, until q or Ctrl-C.",
        examples: [
            "Watch all sites": "fleet site watch",
            "Write the measurements of one site as JSON, for ten minutes":
                "fleet site watch depot-nord --format ndjson --for 10m",
        ],
        notes: """
            On a terminal, a table shows the latest values; space shows its next page. In a pipe, each new value and each alarm \
            is a line. Only one process polls a source; other watches follow it.
            """
    )

    @Argument(
        help: .withLink("Watch only this site.", "id"), completion: .stored(.sites))
    var ids: [String] = []

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Output") var output: SiteWatchOutputOptions
    @OptionGroup(title: "Polling") var polling: PollingOptions
    @OptionGroup(title: "Polling") var stop: StopOptions

    var database: String? { source.database }

    private var id: String? { ids.first }

    mutating func validate() throws {
        ids = try source.selection.takeLink(from: ids)
        if ids.count > 1 { throw ValidationError("Unexpected argument '\(ids[1])'") }
        try IDArgument.check(ids, "the site ID")
    }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            source.argument, in: context.preferences(), language: texts.language)
        let subscription = try context.open(selected, reading: .sites)
            .subscription(polling.policy)
        let view = view(of: subscription, redraws: context.output.redraws)
        let watch = Watch(
            subscription: subscription, view: view, snapshots: stop.count)
        try await watch.run(for: stop.duration)
        try view.finish()
    }

    private func view(of subscription: Subscription, redraws: Bool) -> WatchView {
        switch output.format {
        case .ndjson: .siteEvents(SiteWatchEvents(subscription, id: id, .json))
        case .table where redraws:
            .siteTable(SiteWatchTable(subscription: subscription, id: id, ansi: output.ansi))
        case .table: .siteEvents(SiteWatchEvents(subscription, id: id, .text))
        }
    }
}
