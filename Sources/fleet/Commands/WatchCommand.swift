import ArgumentParser
import FleetCore
import FleetService

/// `fleet watch`: the vehicles of a source, live.
struct WatchCommand: FleetCommand {
    /// How states are written.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        case table
        case ndjson
    }

    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show a source live, until Ctrl-C.",
        discussion: """
            The first watch of a source reads it; a second one follows the first. After an error the \
            source is left alone for a while, longer each time; --no-retry stops instead, until a \
            `fleet refresh`.
            """
    )

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var ansi: AnsiOption

    @Option(help: "A table, or a line of JSON for each state; of --events, a line for each.")
    var format: Format = .table

    @Flag(help: "Tell what happens to vehicles instead: appeared, moved, reserved, battery low, …")
    var events = false

    @OptionGroup var reading: PolicyOptions

    @Option(help: ArgumentHelp("End after so many snapshots.", valueName: "n"))
    var count: Int?

    @Option(name: .customLong("for"), help: ArgumentHelp("End after so long.", valueName: "s"))
    var limit: Double?

    @OptionGroup(title: "Alerts") var alerting: AlertOptions

    func validate() throws {
        if events, try filter.filter(savedColors: .all) != Filter() {
            throw ValidationError("a filter narrows a table; leave it out with --events")
        }
        if format == .ndjson, try filter.filter(savedColors: .all) != Filter() {
            throw ValidationError("a filter narrows a table; leave it out with --format ndjson")
        }
        if let count, count < 1 { throw ValidationError("--count is a number from 1") }
        if let limit, !(limit > 0 && limit.isFinite) {
            throw ValidationError("--for is a number of seconds above 0")
        }
    }

    func run(in composition: Composition) async throws {
        let alerts = try alerting.alerts(in: composition)
        let selected = try composition.select(source.text, in: composition.preferences())
        let subscription = try composition.open(selected).subscription(reading.policy)
        let telling = alerts.map {
            WatchAlerts(
                $0, of: selected.label, feed: events ? nil : EventFeed(subscription),
                now: composition.shownNow)
        }
        let view = try view(of: subscription, in: composition, telling)
        let watch = Watch(
            subscription: subscription, view: view, alerts: telling, snapshots: count)
        guard let telling else { return try await run(watch, with: nil) }
        let sites = try sites(of: selected, telling, in: composition)
        try await telling.alerts.deliver { try await run(watch, with: sites) }
    }

    /// Watches the vehicles, and the sites beside if their alarms are told.
    private func run(_ watch: Watch, with sites: SiteAlerts?) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            if let sites { group.addTask { await sites.run() } }
            try await watch.run(for: limit.map(Duration.init(clampingSeconds:)))
            if limit == nil { await sites?.untilHeard() }
        }
        try watch.view.finish()
    }

    private func sites(
        of selected: SelectedSource, _ alerts: WatchAlerts, in composition: Composition
    ) throws -> SiteAlerts? {
        guard !alerts.alerts.rules.quantitiesOfSites.isEmpty else { return nil }
        // What can be read once only is read for the vehicles.
        if selected.source.location == .standardInput { return nil }
        let source = try composition.open(selected, reading: .sites)
        return SiteAlerts(try source.subscription(reading.policy), alerts)
    }

    private func view(
        of subscription: Subscription, in composition: Composition, _ alerts: WatchAlerts?
    ) throws -> WatchView {
        if events {
            let style: EventStyle = format == .ndjson ? .json : .text
            return .events(
                WatchEvents(EventFeed(subscription), style, composition, alerts: alerts))
        }
        switch format {
        case .ndjson: return .lines(composition)
        case .table:
            let filter = try filter.filter(savedColors: .all)
            return .table(
                WatchTable(
                    subscription: subscription, filter: filter, ansi: ansi,
                    composition: composition))
        }
    }
}
