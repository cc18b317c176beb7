package import FleetCore

extension SourceAttention {
    /// The largest numbers of events that a report reads: of its past, and for ages alone.
    private static let (maxEvents, maxEventsForAges) = (10_000, 2000)

    /// Returns whether an event begins or ends an entry by the bounds of the source.
    ///
    /// An event of a low battery is that of the default bound: it tells nothing of another one.
    private func counts(_ event: StoredEvent, _ detail: EventDetail) -> Bool {
        switch event.kind {
        case .vehicle(.batteryLow): return rules.lowBattery == AttentionRules().lowBattery
        case .vehicle(.batteryCharged):
            guard let bound = rules.lowBattery, let before = detail.previousBattery,
                let after = detail.battery
            else { return false }
            return before <= bound && after > bound
        default: return rules.alarms
        }
    }

    private static func subject(
        of event: StoredEvent, _ detail: EventDetail
    ) -> AttentionSubject? {
        event.vehicleID.map { AttentionSubject(.battery, .vehicle($0)) }
            ?? detail.siteID.map { AttentionSubject(.siteAlarm, .site($0)) }
    }

    private func solution(
        of subject: AttentionSubject, by event: StoredEvent, _ detail: EventDetail
    ) -> AttentionReport.Action {
        let isSite = event.kind == .alarmEnded
        return .init(
            .solved, at: event.at, group: subject.group, source: name,
            id: event.vehicleID ?? detail.siteID, name: detail.siteName, isSite: isSite,
            text: isSite ? localized("alarm ended") : localized("charged"))
    }

    /// Reads the events of the past of a scope: when entries began, and which ended.
    /// - Returns: The entries that ended, newest first, and how far the record reaches; `nil`
    ///   without a past.
    fileprivate mutating func readPast(
        in scope: AttentionScope, of changes: any ChangeStore
    ) async throws -> (solved: [AttentionReport.Action], record: AttentionReport.Record?) {
        since = scope.since
        let start =
            scope.hasAges ? now - Duration(clampingSeconds: AttentionScope.maxPast) : since ?? now
        let uuid = resolver.key.uuid
        var query = EventQuery(limit: since == nil ? Self.maxEventsForAges : Self.maxEvents)
        query.kinds = [
            .vehicle(.batteryLow), .vehicle(.batteryCharged), .alarmBegan, .alarmEnded,
        ]
        let events = try await changes.events(of: uuid, query)
        let isWhole = events.count < query.limit
        let from = try await changes.past(ofVehicle: "", of: uuid, before: nil, limit: 1)
            .recordedSince
        readSince = from.map { max($0, start, isWhole ? $0 : events.last?.at ?? now) }
        var solved: [AttentionReport.Action] = []
        for event in events.prefix(while: { $0.at >= start }) {
            let detail = EventDetail(json: event.json)
            guard counts(event, detail), let subject = Self.subject(of: event, detail) else {
                continue
            }
            switch event.kind {
            case .vehicle(.batteryLow), .alarmBegan:
                // The newest event of a thing says how it is now.
                if began[subject] == nil, !ended.contains(subject) { began[subject] = event.at }
            default:
                guard began[subject] == nil, ended.insert(subject).inserted else { continue }
                guard let since, event.at >= since else { continue }
                solved.append(solution(of: subject, by: event, detail))
            }
        }
        let record = since.map { since in
            AttentionReport.Record(
                name, since: from, isComplete: isWhole && (from.map { $0 <= since } ?? false))
        }
        return (solved, record)
    }

    /// Returns the entries of a group with later times for vehicles that appeared meanwhile.
    fileprivate func withAppearances(
        _ group: AttentionReport.Group, in changes: any ChangeStore
    ) async throws -> AttentionReport.Group {
        var group = group
        for index in group.entries.indices where group.group == .battery {
            let entry = group.entries[index]
            guard let known = entry.knownSince?.value else { continue }
            var query = EventQuery(limit: 1)
            (query.kinds, query.vehicleID) = ([.vehicle(.appeared)], entry.id)
            let appeared = try await changes.events(of: resolver.key.uuid, query).first?.at
            group.entries[index].knownSince = .init(max(known, appeared ?? known))
        }
        return group
    }
}

extension AttentionReport {
    /// Adds the entries of a source, with its past since the time of the scope.
    /// - Parameters:
    ///   - changes: Returns the record of the past, if the scope needs it.
    ///   - read: Runs a function with a reader of the source's snapshots.
    package mutating func add(
        _ source: SourceAttention, in scope: AttentionScope,
        changes: () async throws -> any ChangeStore,
        read: (
            @escaping @Sendable (any SnapshotReader) throws -> ([Group], Set<String>)
        ) async throws -> ([Group], Set<String>)
    ) async throws {
        var source = source
        source.limit = scope.limit
        let past = scope.since != nil || scope.hasAges ? try await changes() : nil
        var solved: [Action] = []
        if let past {
            let (found, record) = try await source.readPast(in: scope, of: past)
            solved = found
            record.map { records.append($0) }
        }
        let (groups, alarmedSites) = try await read { [source] in try source.groups(in: $0) }
        for group in groups where scope.includes(group.group) {
            guard scope.hasAges, let past else { add(group); continue }
            add(try await source.withAppearances(group, in: past))
        }
        // A site is solved only when none of its sensors is in alarm.
        actions += solved.filter { !$0.isSite || !alarmedSites.contains($0.id ?? "") }
    }
}
