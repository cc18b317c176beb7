package import FleetCore

/// Dispatcher of a watch's alerts to all notifiers, filtered by the rules.
package struct AlertDispatcher: Sendable {
    package let rules: AlertRules
    let deliveries: [AlertDelivery]

    package init(rules: AlertRules, deliveries: [AlertDelivery]) {
        self.rules = rules
        self.deliveries = deliveries
    }

    /// Time limit for alerts that are still queued when the watch ends.
    static let finishTimeout = Duration.seconds(5)

    /// Queues the selected alerts for every notifier.
    func post(_ alerts: [Alert]) {
        let selected = alerts.filter { rules.includes($0.kind) }
        for delivery in deliveries { delivery.post(selected) }
    }

    /// Runs the watch while sending alerts; then tries each queued alert once, unless the task was
    /// cancelled.
    /// - Throws: The error of the watch, else `CommandError` if alerts were not delivered.
    package func deliver(during work: @Sendable () async throws -> Void) async throws {
        let result = await withTaskGroup(of: Bool.self) { group in
            for delivery in deliveries {
                group.addTask {
                    await delivery.run()
                    return true
                }
            }
            let result = await Self.result(of: work)
            for delivery in deliveries { delivery.finish() }
            await finish(&group)
            return result
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

    /// Waits for all deliveries, and cancels them at the time limit.
    private func finish(_ group: inout TaskGroup<Bool>) async {
        group.addTask {
            try? await Task.sleep(for: Self.finishTimeout)
            return false
        }
        var running = deliveries.count
        while running > 0, await group.next() == true { running -= 1 }
        group.cancelAll()
        await group.waitForAll()
    }

    private static func result(
        of work: @Sendable () async throws -> Void
    ) async -> Result<Void, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}

extension AlertDelivery {
    /// The number of alerts that were not delivered, as text; nil if all were.
    fileprivate var loss: String? {
        guard lossCount > 0 else { return nil }
        let verb = lossCount == 1 ? "was" : "were"
        return "\(ShortText.count(lossCount, "alert")) \(verb) not delivered to \(notifier.label)"
    }
}
