import FleetCore

/// Those who are told of what happens while a source is watched.
struct Alerts: Sendable {
    let rules: AlertRules
    let deliveries: [AlertDelivery]

    /// How long what still waits at the end of a watch may take.
    private static let patience = Duration.seconds(5)

    /// Leaves the alerts that are wanted to all notifiers.
    func post(_ alerts: [Alert]) {
        let wanted = alerts.filter { rules.tell($0.kind) }
        for delivery in deliveries { delivery.post(wanted) }
    }

    /// Does the work of a watch while alerts are told; then what waits gets one try, unless the task was
    /// cancelled.
    func deliver(during work: @Sendable () async throws -> Void) async throws {
        let result = await withTaskGroup(of: Bool.self) { group in
            for delivery in deliveries {
                group.addTask {
                    await delivery.run()
                    return true
                }
            }
            let result = await Self.result(of: work)
            for delivery in deliveries { delivery.end() }
            await finish(&group)
            return result
        }
        try result.get()
    }

    /// Waits until all deliveries have returned, which they do at once when the time is up.
    private func finish(_ group: inout TaskGroup<Bool>) async {
        group.addTask {
            try? await Task.sleep(for: Self.patience)
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
