import ArgumentParser
import FleetCore
import FleetFeeds

/// Who is told of what while a source is watched.
struct AlertOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Call this for each alert: an http(s) address, to which it is sent as JSON, or a command, "
                + "which is handed the JSON as its last argument and on its standard input. @FILE "
                + "reads either from a file, out of the process list.",
            valueName: "command|url"))
    var notify: [String] = []

    @Option(
        help: ArgumentHelp(
            "What is told: \(Self.names). (default: \(Self.usual))", valueName: "kind,…"))
    var on: [String] = []

    @Option(help: ArgumentHelp("How long one call may take.", valueName: "s"))
    var notifyTimeout = 10.0

    @Option(help: ArgumentHelp("How many alerts a minute are told at most.", valueName: "n"))
    var notifyRate = 60

    func validate() throws {
        if notify.isEmpty, !on.isEmpty {
            throw ValidationError("--on says what --notify tells; give a --notify too")
        }
        if !(notifyTimeout > 0 && notifyTimeout <= 3600) {
            throw ValidationError("--notify-timeout is a number of seconds above 0, up to 3600")
        }
        if !(1...6000).contains(notifyRate) {
            throw ValidationError("--notify-rate is a number from 1 to 6000")
        }
    }

    /// Those who are told, and of what; `nil` if there is nobody.
    /// - Throws: `Problem` and `FeedFailure` if what was given makes no sense.
    func alerts(in composition: Composition) throws -> Alerts? {
        guard !notify.isEmpty else { return nil }
        let rules = try rules()
        let deliveries = try notify.map { text in
            AlertDelivery(
                try notifier(text, in: composition), perMinute: notifyRate,
                clock: composition.serviceClock, warn: composition.output.warn)
        }
        return Alerts(rules: rules, deliveries: deliveries)
    }

    private static let names = (["all"] + AlertKind.all.map(\.name)).joined(separator: ", ")
    private static let usual = AlertKind.all.filter(AlertRules.usual.tell).map(\.name)
        .joined(separator: ",")

    private func rules() throws -> AlertRules {
        guard !on.isEmpty else { return .usual }
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
                throw Problem.usage(
                    "there is no alert called `\(name)`", hint: "the alerts are \(Self.names)")
            }
        }
        return AlertRules(kinds)
    }

    private func notifier(_ text: String, in composition: Composition) throws -> any Notifier {
        let text =
            text.hasPrefix("@") ? try firstLine(ofFile: text.dropFirst(), for: "--notify") : text
        let limit = Duration(clampingSeconds: notifyTimeout)
        if ["http://", "https://"].contains(where: { text.lowercased().hasPrefix($0) }) {
            return WebhookNotifier(webhook: try composition.webhook(text, limit: limit))
        }
        guard let command = CommandWords(text) else {
            throw Problem.usage(
                "--notify takes a command or an http(s) address",
                hint: "close every quote, and write the command as its program and arguments")
        }
        return CommandNotifier(
            command: command, limit: limit, environment: composition.environment)
    }
}
