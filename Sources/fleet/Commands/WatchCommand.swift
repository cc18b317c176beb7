import ArgumentParser
import FleetCore
import FleetService
import FleetSession

/// `fleet watch`: the vehicles of a source, live.
struct WatchCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show a source live, until q or Ctrl-C.",
        examples: [
            "Show a live table of the red vehicles": "fleet watch --color red",
            "Print events as they happen": "fleet watch --events",
            "Run a command for every low battery and smoke alarm":
                "fleet watch --notify ./page.sh --on battery_low,smoke",
        ],
        notes: """
            Only one process polls a source; other watches follow it. After an error, it \
            retries at growing intervals; with --no-retry, polling stops until `fleet refresh`. \
            Like `fleet list`, the table uses the saved colors.
            """
    )

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions

    @Option(help: .sort)
    var sort: SortField?

    @Flag(help: .reverse)
    var reverse = false

    @Option(help: .limit)
    var limit: Int?

    @OptionGroup(title: "Output") var output: WatchOutputOptions
    @OptionGroup(title: "Polling") var polling: PollingOptions
    @OptionGroup(title: "Polling") var stop: StopOptions
    @OptionGroup(title: "Alerts") var alerting: AlertOptions

    func validate() throws {
        _ = try SortField.order(sort, of: filter)
        try SelectionOptions.check(limit: limit)
        let isOrdered = sort != nil || reverse || limit != nil
        if output.events || output.format == .ndjson, isOrdered {
            throw ValidationError("--sort, --reverse and --limit are for the table only")
        }
        if output.events, try filter.filter(savedColors: .all) != Filter() {
            throw ValidationError("filters cannot be used with --events")
        }
        if output.format == .ndjson, try filter.filter(savedColors: .all) != Filter() {
            throw ValidationError("filters cannot be used with --format ndjson")
        }
    }

    func run(in context: CommandContext) async throws {
        let alerts = try alerting.alerts(in: context)
        let preferences = try context.preferences()
        let selected = try context.select(source.text, in: preferences)
        let saved = context.savedColors(of: selected, in: preferences)
        let subscription = try context.open(selected).subscription(polling.policy)
        let watchAlerts = alerts.map {
            WatchAlerts(
                $0, of: selected.label, feed: output.events ? nil : EventFeed(subscription),
                now: context.shownNow)
        }
        let view = try view(of: subscription, savedColors: saved, in: context, watchAlerts)
        let watch = Watch(
            subscription: subscription, view: view, alerts: watchAlerts, snapshots: stop.count)
        guard let watchAlerts else { return try await run(watch, with: nil) }
        let sites = try sites(of: selected, watchAlerts, in: context)
        try await watchAlerts.alerts.deliver { try await run(watch, with: sites) }
    }

    /// Watches the vehicles, and also the sites if there are alerts for their alarms.
    private func run(_ watch: Watch, with sites: SiteAlerts?) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            if let sites { group.addTask { await sites.run() } }
            try await watch.run(for: stop.duration)
            if stop.duration == nil { await sites?.waitForFirstResult() }
        }
        try watch.view.finish()
    }

    private func sites(
        of selected: ResolvedSource, _ alerts: WatchAlerts, in context: CommandContext
    ) throws -> SiteAlerts? {
        guard !alerts.alerts.rules.siteQuantities.isEmpty else { return nil }
        // Standard input can be read only once, for the vehicles.
        if selected.source.location == .standardInput { return nil }
        let source = try context.open(selected, reading: .sites)
        return SiteAlerts(try source.subscription(polling.policy), alerts)
    }

    private func view(
        of subscription: Subscription, savedColors: ColorFilter, in context: CommandContext,
        _ alerts: WatchAlerts?
    ) throws -> WatchView {
        if output.events {
            let style: EventFormat = output.format == .ndjson ? .json : .text
            return .events(
                WatchEvents(EventFeed(subscription), style, context, alerts: alerts))
        }
        switch output.format {
        case .ndjson: return .lines(context)
        case .table:
            var query = VehicleQuery()
            query.filter = try filter.filter(savedColors: savedColors)
            query.order = try SortField.order(sort, of: filter)
            query.isReversed = reverse
            query.limit = limit
            let hasSavedColors = try filter.selectedColors() == nil && savedColors != .all
            return .table(
                WatchTable(
                    subscription: subscription, query: query, hasSavedColors: hasSavedColors,
                    ansi: output.ansi, context: context))
        }
    }
}
