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
    /// Largest number of sources that are checked at the same time.
    private static let maxRunning = 3

    private let sources: SourcePool
    private let store: any FleetStore
    private let context: CommandContext
    /// Time from when a feed is polled to its first check, so that a server starts with the polls.
    private let delay: Duration
    /// Time between two looks at the sources.
    private let lookInterval: Duration

    /// Creates the checks of the sources of a server.
    /// - Throws: `StoreError`, `HomeError`.
    package init(
        of sources: SourcePool, in context: CommandContext, delay: Duration = .seconds(120),
        lookInterval: Duration = .seconds(5)
    ) throws {
        (self.sources, self.context) = (sources, context.withoutProgress())
        (self.delay, self.lookInterval) = (delay, lookInterval)
        store = try context.openStore()
    }

    /// A check that has ended.
    private struct Ended: Sendable {
        let uuid: UUID
        let isDone: Bool
    }

    /// Checks feeds as they become due, until the task is cancelled; a slow feed does not delay the
    /// others.
    package func run() async {
        var dueAt: [UUID: Timestamp] = [:]
        var running: Set<UUID> = []
        // `nil` when it is time to look at the sources.
        await withTaskGroup(of: Ended?.self) { group in
            group.addTask { nil }
            for await ended in group where !Task.isCancelled {
                let checkable = sources.checkable
                if let ended {
                    running.remove(ended.uuid)
                    dueAt[ended.uuid] =
                        context.now() + (ended.isDone ? Self.interval : Self.retryInterval)
                } else {
                    dueAt = await dueTimes(of: checkable, known: dueAt)
                    group.addTask { [lookInterval] in
                        try? await Task.sleep(for: lookInterval)
                        return nil
                    }
                }
                let now = context.now()
                for (uuid, selected) in checkable where !running.contains(uuid) {
                    guard running.count < Self.maxRunning else { break }
                    guard let time = dueAt[uuid], time <= now else { continue }
                    running.insert(uuid)
                    group.addTask { Ended(uuid: uuid, isDone: await self.check(selected)) }
                }
            }
        }
        try? store.close()
    }

    /// Returns when the sources are to be checked, without those that are gone.
    private func dueTimes(
        of checkable: [(uuid: UUID, selected: ResolvedSource)], known: [UUID: Timestamp]
    ) async -> [UUID: Timestamp] {
        var times: [UUID: Timestamp] = [:]
        for (uuid, selected) in checkable {
            if let time = known[uuid] {
                times[uuid] = time
            } else {
                times[uuid] = await firstTime(of: selected)
            }
        }
        return times
    }

    /// Returns when a source is to be checked: 25 minutes after the last check of any process, and
    /// not at once.
    private func firstTime(of selected: ResolvedSource) async -> Timestamp {
        let (now, shown) = (context.now(), context.shownNow())
        guard let key = selected.vehiclesKey,
            let checkedAt = try? await store.changes.check(of: key, in: shown..<shown)?.checkedAt,
            checkedAt <= shown
        else { return now + delay }
        return now + max(delay, Self.interval - (shown - checkedAt))
    }

    /// Checks the documents of a source; a feed that cannot be read is found by its readings.
    /// - Returns: Whether they could be read.
    private func check(_ selected: ResolvedSource) async -> Bool {
        guard let key = selected.vehiclesKey else { return false }
        do {
            let report = try await DocumentCheck(in: context).report(on: selected)
            try await store.changes.add(report, at: context.shownNow(), of: key)
            return true
        } catch {
            context.log("check: \(selected.label): \(ErrorReport(error).cause)")
            return false
        }
    }
}
