import ArgumentParser
import FleetCore

/// `fleet site watch`: what the sensors of sites measure, live.
struct SiteWatchCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show sites and what their sensors measure live, until Ctrl-C.",
        discussion: """
            On a terminal a table is drawn over the one before; in a pipe there is a line for each new \
            value, and for each alarm that begins or ends. The first watch of a source's sites reads \
            them; a second one follows the first. With --no-retry it ends by an error.
            """
    )

    @Argument(help: ArgumentHelp("Only this site.", valueName: "id"))
    var id: String?

    @OptionGroup var source: SourceOption
    @OptionGroup var ansi: AnsiOption

    @Option(help: "A table, or a line of JSON for each new value and alarm.")
    var format: WatchCommand.Format = .table

    @OptionGroup var reading: PolicyOptions

    @Option(help: ArgumentHelp("End after so many snapshots.", valueName: "n"))
    var count: Int?

    @Option(name: .customLong("for"), help: ArgumentHelp("End after so long.", valueName: "s"))
    var limit: Double?

    func validate() throws {
        if let id { try TypedID.check([id], "the site's id") }
        if let count, count < 1 { throw ValidationError("--count is a number from 1") }
        if let limit, !(limit > 0 && limit.isFinite) {
            throw ValidationError("--for is a number of seconds above 0")
        }
    }

    func run(in composition: Composition) async throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let subscription = try composition.open(selected, reading: .sites)
            .subscription(reading.policy)
        let view = view(of: subscription, isOnTerminal: composition.output.isTerminal)
        let watch = Watch(
            subscription: subscription, view: view, alerts: nil, snapshots: count)
        try await watch.run(for: limit.map(Duration.init(clampingSeconds:)))
        try view.finish()
    }

    private func view(of subscription: Subscription, isOnTerminal: Bool) -> WatchView {
        switch format {
        case .ndjson: .siteEvents(SiteWatchEvents(subscription, id: id, .json))
        case .table where isOnTerminal:
            .siteTable(SiteWatchTable(subscription: subscription, id: id, ansi: ansi))
        case .table: .siteEvents(SiteWatchEvents(subscription, id: id, .text))
        }
    }
}
