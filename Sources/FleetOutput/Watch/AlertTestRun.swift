package import FleetCore
package import FleetRuntime

/// Test of notifiers: each gets one alert of every selected kind at once, without retries.
package struct AlertTestRun: Sendable {
    let notifiers: [any Notifier]
    let kinds: [AlertKind]

    package init(_ notifiers: [any Notifier], of kinds: [AlertKind]) {
        (self.notifiers, self.kinds) = (notifiers, kinds)
    }

    /// Sends the alerts and prints a line for each notifier.
    /// - Throws: `CommandError` if an alert was not delivered.
    package func run(of source: String, in context: CommandContext) async throws {
        let alerts = kinds.map { Alert(testing: $0, of: source, at: context.shownNow()) }
        var undelivered: [String] = []
        for notifier in notifiers {
            let failures = try await send(alerts, to: notifier)
            for (cause, kinds) in failures {
                context.output.warn(
                    "could not deliver \(kinds.joined(separator: ", ")) to \(notifier.label): \(cause)"
                )
            }
            let sent = alerts.count - failures.reduce(0) { $0 + $1.kinds.count }
            try context.output.write(
                "sent \(sent) of \(ShortText.count(alerts.count, "test alert")) to \(notifier.label)\n"
            )
            if sent < alerts.count { undelivered.append(notifier.label) }
        }
        guard undelivered.isEmpty else {
            throw CommandError(
                .unavailable,
                "not all test alerts were delivered to \(undelivered.joined(separator: ", "))",
                hint: "the warnings above have the causes; a command must end with status 0")
        }
    }

    /// Sends the alerts to a notifier; returns the kinds that it did not receive, for each cause.
    private func send(
        _ alerts: [Alert], to notifier: any Notifier
    ) async throws -> [(cause: String, kinds: [String])] {
        var failures: [(cause: String, kinds: [String])] = []
        for alert in alerts {
            do {
                try await notifier.notify(alert)
            } catch let error as NotifierError {
                if let index = failures.firstIndex(where: { $0.cause == error.cause }) {
                    failures[index].kinds.append(alert.kind.name)
                } else {
                    failures.append((error.cause, [alert.kind.name]))
                }
            }
        }
        await notifier.close()
        return failures
    }
}
