import FleetCore
import FleetSQL
import FleetService
import Foundation

/// The checks of the documents of the feeds that this process polls, every 25 minutes.
///
/// Their findings go to the checks over time in the store, beside those of the readings.
package final class DocumentChecks: Sendable {
    /// Time between two checks of a source.
    private static let interval = Duration.seconds(1500)
    /// Time after which a failed check is repeated.
    private static let retryInterval = Duration.seconds(600)
    /// Time between two looks at what is due.
    private static let lookInterval = Duration.seconds(5)
    /// Largest number of sources that are checked at the same time.
    private static let maxRunning = 3

    private let sources: SourcePool
    private let store: any FleetStore
    private let context: CommandContext
    /// Time from when a feed is polled to its first check, so that a server starts with the polls.
    private let delay: Duration

    /// Creates the checks of the sources of a server.
    /// - Throws: `StoreError`, `HomeError`.
    package init(
        of sources: SourcePool, in context: CommandContext, delay: Duration = .seconds(120)
    ) throws {
        (self.sources, self.context) = (sources, context.withoutProgress())
        self.delay = delay
        store = try context.openStore()
    }

    /// Checks what is due until the task is cancelled.
    package func run() async {
        var dueAt: [UUID: Timestamp] = [:]
        while !Task.isCancelled {
            let now = context.now()
            var due: [ResolvedSource] = []
            let checkable = sources.checkable
            dueAt = dueAt.filter { uuid, _ in checkable.contains { $0.uuid == uuid } }
            for (uuid, selected) in checkable {
                let time = await time(of: selected, known: dueAt[uuid], at: now)
                dueAt[uuid] = time
                if time <= now { due.append(selected) }
            }
            for outcome in await check(due) {
                dueAt[outcome.uuid] =
                    context.now() + (outcome.isDone ? Self.interval : Self.retryInterval)
            }
            try? await Task.sleep(for: Self.lookInterval)
        }
        try? store.close()
    }

    /// Returns when a source is to be checked: 25 minutes after the last check of any process, and
    /// not at once.
    private func time(
        of selected: ResolvedSource, known: Timestamp?, at now: Timestamp
    ) async -> Timestamp {
        if let known { return known }
        let shown = context.shownNow()
        guard let key = selected.vehiclesKey,
            let checkedAt = try? await store.changes.check(of: key, in: shown..<shown)?.checkedAt,
            checkedAt <= shown
        else { return now + delay }
        return now + max(delay, Self.interval - (shown - checkedAt))
    }

    private func check(
        _ due: [ResolvedSource]
    ) async -> [(uuid: UUID, isDone: Bool)] {
        await withTaskGroup(of: (uuid: UUID, isDone: Bool)?.self) { group in
            var waiting = due[...]
            for _ in 0..<Self.maxRunning {
                guard let selected = waiting.popFirst() else { break }
                group.addTask { await self.check(selected) }
            }
            var outcomes: [(uuid: UUID, isDone: Bool)] = []
            for await outcome in group {
                if let outcome { outcomes.append(outcome) }
                guard !Task.isCancelled, let selected = waiting.popFirst() else { continue }
                group.addTask { await self.check(selected) }
            }
            return outcomes
        }
    }

    /// Checks the documents of a source; a feed that cannot be read is found by its readings.
    private func check(_ selected: ResolvedSource) async -> (uuid: UUID, isDone: Bool)? {
        guard let key = selected.vehiclesKey else { return nil }
        do {
            let report = try await context.checkDocuments(of: selected)
            try await store.changes.add(report, at: context.shownNow(), of: key)
            return (key.uuid, true)
        } catch {
            context.log("check: \(selected.label): \(ErrorReport(error).cause)")
            return (key.uuid, false)
        }
    }
}
