import FleetClient
package import FleetCore
import FleetSQL
import FleetSQLite
import FleetService
import Synchronization

/// Check of a source over time, as in
/// `CheckOverTime(of: source, settings, in: context).report(after: .seconds(3600))`.
///
/// It reads the feed of vehicles, checks the documents at the start and at the end, and stores
/// nothing.
package struct CheckOverTime {
    private let selected: ResolvedSource
    private let settings: CheckSettings
    private let context: CommandContext

    /// - Parameter settings: The bounds, and where the vehicles must be.
    package init(
        of selected: ResolvedSource, _ settings: CheckSettings, in context: CommandContext
    ) {
        (self.selected, self.settings) = (selected.reading(.vehicles), settings)
        self.context = context
    }

    /// Time for the report of a check that was interrupted.
    private static let reportSeconds = 5

    /// Checks the source for some time.
    ///
    /// Cancellation ends the time, and what was found until then is reported.
    ///
    /// - Returns: The report of the documents with all findings of the time; only of the documents
    ///   if no vehicles could be read.
    /// - Throws: `CommandError` (64) for a source without documents; `FeedFailure` if the documents
    ///   cannot be read at the start; `CancellationError` before the vehicles were read.
    package func report(after duration: Duration) async throws -> CheckReport {
        let start = context.shownNow()
        let first = try await DocumentCheck(in: context).report(on: selected)
        let store = try HomeStore.inMemory()
        defer { try? store.close() }
        let session = try context.session(of: selected, storing: .notStored, check: settings)
        let subscription = Subscription(
            source: session, policy: WatchPolicy(retries: duration > .zero), store: store)
        let begin = context.now()
        if duration > .zero {
            context.output.log(
                "reading \(selected.label) until \(LocalTime.text(begin + duration))")
        }
        // A first reading may take longer than a short time.
        let grace = Duration.seconds(10)
        let isRead = try await readOnce(
            subscription, until: duration > .zero ? begin + max(duration, grace) : nil)
        guard isRead else {
            return first.with(notice: "no vehicles could be read, so nothing was checked over time")
        }
        try checkZone(session.key, in: store)
        try await store.changes.add(first, at: context.shownNow(), of: session.key)
        Interrupts.extendGracePeriod(toSeconds: Self.reportSeconds)
        do {
            if duration > .zero {
                let end = max(begin + duration, context.now() + min(duration, grace))
                _ = try await follow(subscription, until: end) { _ in true }
            }
            return try await report(of: session, after: first, in: store, since: start)
        } catch is CancellationError {
            let time = ShortText.roundedDuration(context.now() - begin)
            // A task of its own is not cancelled.
            return try await Task {
                try await adding(
                    to: first.with(notice: "interrupted after \(time)"), of: session, in: store,
                    since: start)
            }.value
        }
    }

    /// Follows a subscription until its vehicles are read.
    ///
    /// - Parameter end: Time until which readings that fail are repeated; `nil` for a single reading.
    /// - Returns: Whether they could be read.
    private func readOnce(
        _ subscription: Subscription, until end: Timestamp?
    ) async throws -> Bool {
        let isLive = Mutex(false)
        _ = try await follow(subscription, until: end) { update in
            switch update.state {
            case .live:
                isLive.withLock { $0 = true }
                return false
            case .stopped: return end != nil
            default: return true
            }
        }
        return isLive.withLock(\.self)
    }

    /// Follows a subscription until `body` returns `false`, or until a time.
    /// - Returns: Whether it ended before the time.
    private func follow(
        _ subscription: Subscription, until end: Timestamp?,
        _ body: @escaping @Sendable (StateUpdate) -> Bool
    ) async throws -> Bool {
        guard let end else {
            try await subscription.forEachState(body)
            return true
        }
        return try await withThrowingTaskGroup(of: Bool.self) {
            [clock = context.serviceClock] group in
            group.addTask {
                try await subscription.forEachState(body)
                return true
            }
            group.addTask {
                try await clock.sleep(end)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// Checks that the source has the zone in which its vehicles must be.
    private func checkZone(_ key: SourceKey, in store: HomeStore) throws {
        guard case .zone(let name) = settings.scope,
            let unknown = try store.snapshots.read({ try $0.unknownZone(among: [name], of: key) })
        else { return }
        throw CommandError(unknown, in: [selected.label])
    }

    /// Returns the report of the documents at the end, with the findings of the whole time.
    private func report(
        of session: SourceSession, after first: CheckReport, in store: HomeStore,
        since start: Timestamp
    ) async throws -> CheckReport {
        var last = first
        do {
            last = try await DocumentCheck(in: context).report(on: selected)
            try await store.changes.add(last, at: context.shownNow(), of: session.key)
        } catch let error where !(error is CancellationError) {
            let cause = ErrorReport(error).cause
            last = last.with(notice: "the documents were not checked at the end: \(cause)")
        }
        return try await adding(to: last, of: session, in: store, since: start)
    }

    /// Returns a report with the findings of a time.
    private func adding(
        to report: CheckReport, of session: SourceSession, in store: HomeStore,
        since start: Timestamp
    ) async throws -> CheckReport {
        var report = report
        let end = max(start, context.shownNow()) + .seconds(1)
        let record = try await store.changes.check(of: session.key, in: start..<end)
        report.add(record?.findings.map(\.finding) ?? [])
        return report
    }
}

extension CheckReport {
    fileprivate func with(notice: String) -> CheckReport {
        var report = self
        report.notices.append(notice)
        return report
    }
}
