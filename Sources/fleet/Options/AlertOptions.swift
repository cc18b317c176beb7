import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime

/// Options for the events and alerts of a watched source.
struct AlertOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Charge at or below which a vehicle has a low battery. (default: 20)",
            valueName: "percent"))
    var lowBattery: PercentArgument?

    @Option(
        help: ArgumentHelp(
            "Charge at which a battery that was low is charged again. (default: 90)",
            valueName: "percent"))
    var fullBattery: PercentArgument?

    @Option(
        help: ArgumentHelp(
            "Send each alert as JSON to this http(s) address, or to this command (as its last argument "
                + "and on its standard input). @FILE reads the value from a file, so that it does not "
                + "appear in the process list.",
            valueName: "command|url"))
    var notify: [String] = []

    @Option(
        help: ArgumentHelp(
            "Alerts to send: all, or the names below. (default: \(Self.defaultNames))",
            discussion: Self.groups, valueName: "alert,..."),
        completion: .commaSeparated(["all"] + AlertKind.all.map(\.name)))
    var on: [String] = []

    @Option(
        help: ArgumentHelp(
            "The failures in a row and the time after which a feed that cannot be read is stale, such "
                + "as 3,5m. (default: that of the source)",
            valueName: "failures,duration|off"))
    var failingAfter: String?

    @Flag(
        help: ArgumentHelp(
            "Send one alert of each kind (or of those of --on) now, marked as a test, and stop.",
            discussion:
                "Nothing is watched, so filters and options for output and polling have no effect.")
    )
    var test = false

    @Option(
        help: ArgumentHelp("Timeout for each delivery. (default: 10s)", valueName: "duration"))
    var notifyTimeout: String?

    @Option(
        help: ArgumentHelp(
            "Send at most this many alerts per minute. (default: 60)", valueName: "n"))
    var notifyRate: Int?

    func validate() throws {
        let used: UsedOptions = [
            "--on": !on.isEmpty, "--failing-after": failingAfter != nil, "--test": test,
            "--notify-timeout": notifyTimeout != nil, "--notify-rate": notifyRate != nil,
        ]
        try used.require("--notify", !notify.isEmpty)
        _ = try thresholds()
        _ = try typedRules()
        _ = try timeout()
        if let notifyRate, !(1...6000).contains(notifyRate) {
            throw ValidationError("--notify-rate must be between 1 and 6000")
        }
    }

    /// Returns the dispatcher of the alerts; `nil` without `--notify`.
    /// - Throws: `CommandError` and `FeedFailure` if an option is not valid.
    func alerts(in context: CommandContext) async throws -> AlertDispatcher? {
        guard !notify.isEmpty else { return nil }
        let rules = try rules()
        let deliveries = try await notifiers(in: context).map {
            AlertDelivery(
                $0, perMinute: notifyRate ?? 60, clock: context.serviceClock,
                warn: context.output.warn)
        }
        return AlertDispatcher(
            rules: rules, deliveries: deliveries,
            finishTimeout: context.limit(AlertDelivery.finishTimeout))
    }

    /// Checks that a filter has the zones that alerts are about.
    /// - Throws: `CommandError` (64).
    func check(_ filter: Filter) throws {
        let names = on.joined(separator: ",").split(separator: ",").map(String.init)
        guard filter.zones == nil,
            let name = names.first(where: { AlertKind(name: $0)?.needsZone ?? false })
        else { return }
        throw CommandError.usage(
            "--on \(name) needs --zone NAME",
            hint: "name the zones, such as those of `fleet count --by zone`")
    }

    /// Returns the test of the notifiers; `nil` without `--test`.
    /// - Throws: `CommandError` and `FeedFailure` if an option is not valid.
    func testRun(in context: CommandContext) async throws -> AlertTestRun? {
        guard test else { return nil }
        let rules = try rules()
        let kinds = AlertKind.all.filter { on.isEmpty || rules.includes($0) }
        return AlertTestRun(try await notifiers(in: context), of: kinds)
    }

    /// Checks that something depends on the thresholds.
    /// - Parameter hasEvents: Whether all events are shown.
    func checkThresholds(hasEvents: Bool) throws {
        let used: UsedOptions = [
            "--low-battery": lowBattery != nil, "--full-battery": fullBattery != nil,
        ]
        // An unknown alert is reported when the rules are used.
        guard !hasEvents, used.first != nil, let rules = try? rules() else { return }
        if notify.isEmpty {
            throw ValidationError("--low-battery and --full-battery need --events or --notify")
        }
        let kinds: [AlertKind] = [
            .event(.batteryLow), .event(.batteryCharged), .alarm(.battery),
        ]
        try used.require(
            "--on battery_low or battery_charged", kinds.contains(where: rules.includes))
    }

    /// Returns the thresholds of battery events and alarms.
    func thresholds() throws -> BatteryThresholds {
        let defaults = BatteryThresholds.default
        let low = lowBattery?.percent ?? defaults.low
        let full = fullBattery?.percent ?? defaults.full
        guard low < full else {
            throw ValidationError(
                "--low-battery must be less than --full-battery, by default 20 and 90")
        }
        return BatteryThresholds(low: low, full: full)
    }

    /// Returns the failures after which a source is stale; `nil` for none.
    func failureBound(of source: Source) throws -> FailureBound? {
        failingAfter == nil ? source.attention.failing : try typedRules().failing
    }

    /// The rules with the typed bound of failures.
    private func typedRules() throws -> AttentionRules {
        var rules = AttentionRules()
        guard let failingAfter else { return rules }
        do throws(QuantityError) {
            try AttentionBound.failing.set(failingAfter, in: &rules)
        } catch {
            throw ValidationError("\(AttentionBound.failing.option) \(error.requirement)")
        }
        return rules
    }

    /// The names of the alerts in groups, a line each.
    private static let groups = AlertKind.groups.map { group in
        "\(group.name): " + group.kinds.map(\.name).joined(separator: ", ")
    }
    .joined(separator: "\n")

    private static let names = (["all"] + AlertKind.all.map(\.name)).joined(separator: ", ")
    private static let defaultNames = AlertKind.all.filter(AlertRules.default.includes).map(\.name)
        .joined(separator: ",")

    private func rules() throws -> AlertRules {
        guard !on.isEmpty else { return .default }
        var kinds: Set<AlertKind> = []
        for name in on.joined(separator: ",").split(
            separator: ",", omittingEmptySubsequences: false)
        {
            let name = String(name.filter { $0 != " " })
            if name == "all" {
                kinds.formUnion(AlertKind.all)
            } else if let kind = AlertKind(name: name) {
                kinds.insert(kind)
            } else {
                throw CommandError.usage(
                    "no alert named '\(name)'", hint: "use one or more of \(Self.names)")
            }
        }
        return AlertRules(kinds)
    }

    private func timeout() throws -> Duration {
        let seconds = try DurationText.seconds(notifyTimeout ?? "10s", "--notify-timeout")
        guard seconds <= 3600 else {
            throw ValidationError("--notify-timeout must be at most 1h")
        }
        return Duration(clampingSeconds: seconds)
    }

    private func notifiers(in context: CommandContext) async throws -> [any Notifier] {
        var notifiers: [any Notifier] = []
        for text in notify { notifiers.append(try await notifier(text, in: context)) }
        return notifiers
    }

    private func notifier(
        _ text: String, in context: CommandContext
    ) async throws -> any Notifier {
        let text =
            text.hasPrefix("@") ? try firstLine(ofFile: text.dropFirst(), for: "--notify") : text
        let timeout = try timeout()
        if ["http://", "https://"].contains(where: { text.lowercased().hasPrefix($0) }) {
            return WebhookNotifier(webhook: try context.webhook(text, limit: timeout))
        }
        guard let command = ShellCommand(text) else {
            throw CommandError.usage(
                "--notify must be a command or an http(s) address",
                hint: "check the quotes; a command is a program and its arguments")
        }
        let notifier = CommandNotifier(
            command: command, timeout: timeout, environment: context.environment)
        try await notifier.check()
        return notifier
    }
}
