import FleetClient
package import FleetCore
import FleetFeeds
import FleetSQL
import FleetSQLite
import FleetService
import Synchronization

extension CommandContext {
    /// Time for the report of a check that was interrupted.
    private static let reportSeconds = 5

    /// Reads a feed of vehicles for some time, checks its documents at the start and at the end, and
    /// stores nothing.
    ///
    /// Cancellation ends the time, and what was found until then is reported.
    ///
    /// - Parameter settings: The bounds, and where the vehicles must be.
    /// - Returns: The report of the documents with all findings of the time; only of the documents
    ///   if no vehicles could be read.
    /// - Throws: `CommandError` (64) for a source without documents; `FeedFailure` if the documents
    ///   cannot be read at the start; `CancellationError` before the vehicles were read.
    package func check(
        _ selected: ResolvedSource, for duration: Duration, _ settings: CheckSettings
    ) async throws -> CheckReport {
        let selected = selected.reading(.vehicles)
        let start = shownNow()
        let first = try await checkDocuments(of: selected)
        let store = try HomeStore.inMemory()
        defer { try? store.close() }
        let session = try session(of: selected, storing: .notStored, check: settings)
        let subscription = Subscription(
            source: session, policy: WatchPolicy(retries: duration > .zero), store: store)
        let begin = now()
        if duration > .zero {
            output.log("reading \(selected.label) until \(LocalTime.text(begin + duration))")
        }
        // A first reading may take longer than a short time.
        let grace = Duration.seconds(10)
        let isRead = try await readOnce(
            subscription, until: duration > .zero ? begin + max(duration, grace) : nil)
        guard isRead else {
            return first.with(notice: "no vehicles could be read, so nothing was checked over time")
        }
        try check(settings.scope, of: selected, session.key, in: store)
        try await store.changes.add(first, at: shownNow(), of: session.key)
        Interrupts.extendGracePeriod(toSeconds: Self.reportSeconds)
        do {
            if duration > .zero {
                let end = max(begin + duration, now() + min(duration, grace))
                _ = try await follow(subscription, until: end) { _ in true }
            }
            return try await report(of: session, after: first, in: store, since: start)
        } catch is CancellationError {
            let time = ShortText.roundedDuration(now() - begin)
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
        return try await withThrowingTaskGroup(of: Bool.self) { [serviceClock] group in
            group.addTask {
                try await subscription.forEachState(body)
                return true
            }
            group.addTask {
                try await serviceClock.sleep(end)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// Checks that the source has the zone in which its vehicles must be.
    private func check(
        _ scope: AreaScope, of selected: ResolvedSource, _ key: SourceKey, in store: HomeStore
    ) throws {
        guard case .zone(let name) = scope,
            let unknown = try store.snapshots.read({ try $0.unknownZone(among: [name], of: key) })
        else { return }
        throw CommandError(unknown, in: [selected.label])
    }

    /// Checks that a stored source has the named zone, or any zone if no name is given.
    ///
    /// - Parameter hint: What to do without zones.
    /// - Throws: `CommandError` (66).
    package func requireZone(
        _ name: String?, of source: ResolvedSource, orElse hint: String
    ) throws {
        let (store, key) = try open(source).historyStore()
        try store.snapshots.read { reader in
            guard try reader.hasZone(of: key) else {
                throw CommandError(.noInput, "\(source.label) has no zones", hint: hint)
            }
            guard let name, let unknown = try reader.unknownZone(among: [name], of: key) else {
                return
            }
            throw CommandError(unknown, in: [source.label])
        }
    }

    /// Returns the area of a file, or the zone with a name.
    /// - Throws: `FeedFailure` for a file that cannot be read.
    package func scope(named name: String) async throws -> AreaScope {
        let filter = try await ZoneFilter(names: [name]).readingFiles()
        if let area = ZoneArea(filter.areas.flatMap(\.polygons)) {
            return .area(name: filter.areaNames[0], area)
        }
        return .zone(name)
    }

    /// Returns the report of the documents at the end, with the findings of the whole time.
    private func report(
        of session: SourceSession, after first: CheckReport, in store: HomeStore,
        since start: Timestamp
    ) async throws -> CheckReport {
        var last = first
        do {
            last = try await checkDocuments(of: session.selected)
            try await store.changes.add(last, at: shownNow(), of: session.key)
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
        let end = max(start, shownNow()) + .seconds(1)
        let record = try await store.changes.check(of: session.key, in: start..<end)
        report.add(record?.findings.map(\.finding) ?? [])
        return report
    }

    /// Returns what is stored of the check of a source over time.
    ///
    /// - Parameter period: The period; by default the last 30 days.
    /// - Throws: `CommandError` (64) for a source that is not stored, (66) without stored checks;
    ///   `MomentTextError`.
    package func storedCheck(
        of selected: ResolvedSource, in period: HistoryPeriod
    ) async throws -> (record: FeedCheckRecord, period: Range<Timestamp>) {
        if let team = selected.team {
            throw CommandError.usage(
                "\(team.label) is a source of a team's server, which has its checks",
                hint: "see \(team.url)/check")
        }
        let (store, key) = try open(selected).historyStore()
        let now = shownNow()
        let missing = CommandError(
            .noInput, "there are no stored checks of \(selected.label) in this period",
            hint:
                "`fleet serve` keeps them, and so does each command that reads a source with a history"
        )
        guard let known = try await store.changes.check(of: key, in: now..<now) else {
            throw missing
        }
        let range = try period.range(in: known.zone, now: now) { end in
            LocalDay(at: end, in: known.zone).advanced(by: -29).start(in: known.zone)
        }
        guard let record = try await store.changes.check(of: key, in: range), !record.days.isEmpty
        else { throw missing }
        return (record, range)
    }
}

extension CheckReport {
    fileprivate func with(notice: String) -> CheckReport {
        var report = self
        report.notices.append(notice)
        return report
    }
}
