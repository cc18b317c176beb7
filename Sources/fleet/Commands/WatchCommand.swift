import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet watch`: the vehicles of a source, live.
struct WatchCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show a source live, until q or Ctrl-C.",
        examples: [
            "Show a live table of the red vehicles": "fleet watch --color red",
            "Print events as they happen": "fleet watch --events",
            "Run a command when one vehicle leaves the feed or returns":
                "fleet watch ABP-PHY --notify ./page.sh --on disappeared,appeared",
            "Run a command when a vehicle enters or leaves a zone of the operator":
                "fleet watch --zone Center --notify ./page.sh --on zone_entered,zone_left",
            "Try the command with one alert of each kind": "fleet watch --notify ./page.sh --test",
        ],
        notes: """
            IDs, --favorites and filters narrow the table, JSON, events and alerts alike; only the table \
            uses the saved colors, and not beside --view. An event is shown if its vehicle matches after \
            the event or did before it, so a vehicle that leaves an area or the feed is shown once \
            more. Alarms of sites are narrowed by --station, --within and --bbox; alerts about the feed are always sent.

            Only one process polls a source; other watches follow it. After an error, it \
            retries at growing intervals. With --no-retry, polling stops until `fleet refresh`, or without \
            a terminal, the command ends with the error and status 69.

            With --zone, a vehicle that moves into or out of a zone has the event zone_entered or \
            zone_left, and one that appears in a zone has entered it unless it left the feed there.

            The alert system_alert is sent once for each notice of the operator when it begins to hold: \
            of those for some stations or regions, only those that --station or --region names.

            A charge after ~ is estimated, from the range.

            An alert that fails is sent again up to three times. If alerts were not delivered, the \
            command ends with status 69.
            """
    )

    @Argument(
        help: .withLink(
            "Watch only these vehicles, also while they are missing from the feed.", "id"),
        completion: .stored(.vehicles))
    var ids: [String] = []

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Filter") var filter: FilterOptions

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: WatchOutputOptions
    @OptionGroup(title: "Polling") var polling: PollingOptions
    @OptionGroup(title: "Polling") var stop: StopOptions
    @OptionGroup(title: "Events and alerts") var alerting: AlertOptions

    var database: String? { source.database }

    mutating func validate() throws {
        ids = try source.selection.takeLink(from: ids)
        try IDArgument.check(ids, "the vehicle ID")
        try filter.check(sort: selection.sort)
        try selection.ordering.refuse(with: output.withoutTable)
        try alerting.checkThresholds(hasEvents: output.events)
    }

    func run(in context: CommandContext) async throws {
        let testRun = try await alerting.testRun(in: context)
        let preferences = try context.preferences()
        let selected = try await context.select(
            source.argument, in: preferences, acceptsVehicle: true, language: texts.language)
        if let testRun { return try await testRun.run(of: selected.label, in: context) }
        let alerts = try await alerting.alerts(in: context)
        let choice = try await filter.choice(with: selection.input, of: selected, in: context)
        if !isTable { try filter.requireWithin(in: choice.query()) }
        let usesSaved = isTable && choice.usesSavedColors
        let saved =
            usesSaved
            ? try await SavedColors(of: selected, in: context).read(from: preferences) : .all
        let (subscription, selection) = try await subscription(to: selected, choice, in: context)
        let feed = EventFeed(subscription, of: selection, battery: try alerting.thresholds())
        let watchAlerts = try alerts.map {
            WatchAlerts(
                $0, of: selected.label, feed: output.events ? nil : feed, selection: selection,
                subscription: subscription, battery: try alerting.thresholds(),
                failing: try alerting.failureBound(of: selected.source), now: context.shownNow)
        }
        let watch = Watch(
            subscription: subscription,
            view: view(of: feed, subscription, selection, saved, watchAlerts, in: context),
            alerts: watchAlerts, selection: selection, snapshots: stop.count)
        guard let watchAlerts else { return try await run(watch, with: nil, nil) }
        let sites = try sites(of: selected, watchAlerts, in: context)
        let stored = StoredAlerts(
            of: selected, in: subscription.store, watchAlerts.alerts, in: context)
        try await watchAlerts.alerts.deliver { try await run(watch, with: sites, stored) }
    }

    /// Whether states are shown as a table, which alone uses saved colors.
    private var isTable: Bool { !output.events && output.format == .table }

    /// Opens the source, and returns its subscription with the vehicles that are watched.
    private func subscription(
        to selected: ResolvedSource, _ choice: VehicleChoice, in context: CommandContext
    ) async throws -> (Subscription, WatchSelection) {
        let source = try context.open(selected)
        if choice.onlyFavorites { try await source.updateAnnotations() }
        let query = choice.query(ids + selected.vehicleIDs)
        let stations = try await source.stations(for: query.filter)
        let subscription = try source.subscription(polling.policy)
        let selection = try subscription.selection(
            query, onlyFavorites: choice.onlyFavorites, otherLists: stations)
        try alerting.check(selection.query.filter)
        return (subscription, selection)
    }

    /// Watches the vehicles, and also the sites and what the store has if there are alerts for them.
    private func run(
        _ watch: Watch, with sites: SiteAlerts?, _ stored: StoredAlerts?
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            if let sites { group.addTask { await sites.run() } }
            if let stored { group.addTask { await stored.run() } }
            try await watch.run(for: stop.duration)
            if stop.duration == nil { await sites?.waitForFirstResult() }
            await stored?.look()
        }
        try watch.view.finish()
    }

    private func sites(
        of selected: ResolvedSource, _ alerts: WatchAlerts, in context: CommandContext
    ) throws -> SiteAlerts? {
        // A source that has only stations has its notices beside them.
        let rules = alerts.alerts.rules
        guard !rules.siteQuantities.isEmpty || rules.includes(.systemAlert) else { return nil }
        // Standard input can be read only once, for the vehicles.
        if selected.source.location == .standardInput { return nil }
        let source = try context.open(selected, reading: .sites)
        return SiteAlerts(try source.subscription(polling.policy), alerts)
    }

    /// Returns the view of events or states.
    private func view(
        of feed: EventFeed, _ subscription: Subscription, _ selection: WatchSelection,
        _ savedColors: ColorFilter, _ alerts: WatchAlerts?, in context: CommandContext
    ) -> WatchView {
        guard !output.events else {
            return .events(
                WatchEvents(subscription, feed, output.format.ofEvents, alerts: alerts))
        }
        guard isTable else { return .states(WatchStates(subscription, selection)) }
        SavedColors.logUse(of: savedColors, to: context.output)
        return .table(
            WatchTable(
                subscription: subscription, selection: selection,
                savedColors: savedColors == .all ? nil : savedColors, ansi: output.ansi,
                context: context))
    }
}

extension WatchFormat {
    /// The same format for events.
    fileprivate var ofEvents: EventFormat {
        switch self {
        case .table: .text
        case .ndjson: .json
        }
    }
}
