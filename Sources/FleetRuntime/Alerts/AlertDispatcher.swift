package import FleetCore

/// Dispatcher of the alerts that a watch detects by its rules, to all notifiers.
package struct AlertDispatcher: Sendable {
    package let rules: AlertRules
    let deliveries: [AlertDelivery]
    private let finishTimeout: Duration

    /// Time to report the alerts that were not delivered, after a signal.
    private static let graceSeconds = 10

    /// Creates a dispatcher.
    /// - Parameter finishTimeout: Time limit for alerts that are still queued at the end.
    package init(
        rules: AlertRules, deliveries: [AlertDelivery],
        finishTimeout: Duration = AlertDelivery.finishTimeout
    ) {
        (self.rules, self.deliveries) = (rules, deliveries)
        self.finishTimeout = finishTimeout
    }

    /// Queues alerts for every notifier.
    func post(_ alerts: [Alert]) {
        for delivery in deliveries { delivery.post(alerts) }
    }

    /// Runs the watch while sending alerts; then tries each queued alert once, unless the task was
    /// cancelled.
    /// - Throws: The error of the watch, else `CommandError` if alerts were not delivered.
    package func deliver(during work: @Sendable () async throws -> Void) async throws {
        Interrupts.extendGracePeriod(toSeconds: Self.graceSeconds)
        for delivery in deliveries { delivery.start() }
        let result = await withTaskCancellationHandler {
            let result = await Self.result(of: work)
            await AlertDelivery.finish(deliveries, within: finishTimeout)
            return result
        } onCancel: {
            for delivery in deliveries { delivery.cancel() }
        }
        let losses = deliveries.compactMap(\.loss)
        guard case .success = result, !losses.isEmpty else {
            for delivery in deliveries { delivery.loss.map(delivery.warn) }
            return try result.get()
        }
        throw CommandError(
            .unavailable, losses.joined(separator: "; "),
            hint: "the warnings above have the causes; try it with `fleet watch --notify … --test`")
    }

    private static func result(
        of work: @Sendable () async throws -> Void
    ) async -> Result<Void, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}

extension AlertDelivery {
    /// The number of alerts that were not delivered, as text; `nil` if all were.
    fileprivate var loss: String? {
        guard lossCount > 0 else { return nil }
        let verb = lossCount == 1 ? "was" : "were"
        return "\(ShortText.count(lossCount, "alert")) \(verb) not delivered to \(notifier.label)"
    }
}
