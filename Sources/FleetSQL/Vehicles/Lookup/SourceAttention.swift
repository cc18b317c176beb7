package import FleetCore

/// Reader of the entries of one source that need attention, from its stored snapshots.
package struct SourceAttention {
    /// The state of a feed that fails.
    package struct Failure: Sendable {
        /// The cause.
        package var cause: String
        /// The time since which nothing could be read, if it is known.
        package var at: Timestamp?

        package init(_ cause: String, at: Timestamp? = nil) { (self.cause, self.at) = (cause, at) }
    }

    let name: String
    let resolver: VehicleResolver
    var rules: AttentionRules
    private let check: CheckSettings
    private let handled: HandledEntries
    let now: Timestamp
    /// The failure of the last request.
    package var failure: Failure?
    /// The time since which entries are new; `nil` without one.
    var since: Timestamp?
    /// The times of the newest events that began an entry, by group and ID.
    var began: [AttentionSubject: Timestamp] = [:]
    /// The things whose newest event ended an entry; a later entry began at an unknown time.
    var ended: Set<AttentionSubject> = []
    /// The time since which all events were read; `nil` if none are recorded, or none were read.
    var readSince: Timestamp?
    /// The maximum number of entries of a group.
    var limit = 5

    /// - Parameters:
    ///   - name: The name of the source.
    ///   - source: Its settings.
    package init(
        of name: String, _ resolver: VehicleResolver, _ source: Source,
        handled: HandledEntries, at now: Timestamp
    ) {
        (self.name, self.resolver) = (name, resolver)
        (rules, check) = (source.attention, source.check)
        (self.handled, self.now) = (handled, now)
    }

    /// The largest number of handled entries that a report names.
    private static let maxHandled = 200

    /// Returns the groups in which something can count, and the IDs of the sites with an alarm.
    func groups(
        in reader: any SnapshotReader
    ) throws -> (groups: [AttentionReport.Group], alarmedSites: Set<String>) {
        var source = self
        source.rules = rules.applying(to: try reader.info(of: resolver.key)?.feed)
        return try source.applicableGroups(in: reader)
    }

    private func applicableGroups(
        in reader: any SnapshotReader
    ) throws -> (groups: [AttentionReport.Group], alarmedSites: Set<String>) {
        let sites = rules.alarms ? try reader.sites(of: resolver.key.forSites) : []
        let groups =
            try [
                source(in: reader), findings(in: reader), group(ofAlarmsAt: sites),
            ].compactMap(\.self) + vehicles(in: reader)
        let sorted = AttentionGroup.allCases.flatMap { kind in groups.filter { $0.group == kind } }
        return (sorted, Set(sites.filter(\.hasAlarm).map(\.id)))
    }

    /// Returns the numbers of vehicles that rules would count in the groups that have a bound.
    package static func counts(
        by rules: AttentionRules, of key: SourceKey, at now: Timestamp,
        in reader: any SnapshotReader
    ) throws -> [AttentionGroup: Int] {
        let rules = rules.applying(to: try reader.info(of: key)?.feed)
        let selections = try AttentionGroup.ofVehicles.compactMap { kind in
            try query(kind, rules, at: now).map { (kind: kind, query: $0) }
        }
        let counts = try reader.matchingCounts(selections.map(\.query), of: key)
        return Dictionary(uniqueKeysWithValues: zip(selections.map(\.kind), counts))
    }

    private static func query(
        _ group: AttentionGroup, _ rules: AttentionRules, at now: Timestamp
    ) throws -> VehicleQuery? {
        guard var query = try rules.filter(of: group)?.query(savedColors: .all).at(now) else {
            return nil
        }
        if group == .battery { query.order = .battery }
        return query
    }

    /// Returns a group without entries.
    private func group(_ kind: AttentionGroup) -> AttentionReport.Group {
        var group = AttentionReport.Group(
            kind, of: name, bound: rules.bound(of: kind) ?? localized("failed"))
        if since != nil { group.newCount = 0 }
        return group
    }

    // MARK: - Sources

    private func source(in reader: any SnapshotReader) throws -> AttentionReport.Group {
        var group = group(.source)
        let info = try reader.info(of: resolver.key) ?? reader.info(of: resolver.key.forSites)
        let changedAt = info.map { $0.feed.lastUpdated ?? $0.fetchedAt }
        var entry: AttentionReport.Entry?
        if let failure {
            entry = AttentionReport.Entry(
                id: name, text: failure.cause, since: failure.at)
        } else if let changedAt, let limit = rules.standstill, info?.feed.isSimulated == false,
            now - changedAt > limit
        {
            entry = AttentionReport.Entry(
                id: name, text: localized("no change for \(Self.text(of: now - changedAt))"),
                since: changedAt + limit)
        }
        if let entry { add(entry, .source, to: &group) }
        return group
    }

    /// Returns the group of the open findings that are reported; `nil` if the feed is not checked.
    private func findings(in reader: any SnapshotReader) throws -> AttentionReport.Group? {
        guard let findings = try reader.openFindings(of: resolver.key) else { return nil }
        var group = group(.feed)
        let reported = check.reported(findings, at: now)
        // Stable: findings of one severity stay in the order in which they were found.
        for finding in reported.filter({ $0.rule.severity == .error })
            + reported.filter({ $0.rule.severity != .error })
        {
            var entry = AttentionReport.Entry(
                id: finding.rule.rawValue, name: finding.rule.title,
                text: finding.detail ?? finding.document + ".json",
                since: finding.since)
            entry.rank = finding.rule.severity == .error ? 0 : 1
            mark(&entry)
            count(entry, in: &group)
        }
        return group
    }

    /// Returns a period in one unit, such as `90 min`, `30 h` or `371 days`.
    private static func text(of period: Duration) -> String {
        let minutes = Int(period.milliseconds / 60_000)
        if minutes < 120 { return localized("\(minutes) min") }
        let hours = minutes / 60
        return hours < 48 ? localized("\(hours) h") : ShortText.count(hours / 24, "day")
    }

    // MARK: - Vehicles

    /// The vehicles that a group selects.
    private struct Selection {
        let kind: AttentionGroup
        /// The query for all of them.
        let all: VehicleQuery
        /// The IDs in the feed of those that somebody handles.
        let handledIDs: [String]

        /// The query for those that nobody handles.
        var open: VehicleQuery {
            var query = all
            query.filter.handled = handledIDs.isEmpty ? nil : VehicleIDs(handledIDs)
            return query
        }
    }

    private func vehicles(in reader: any SnapshotReader) throws -> [AttentionReport.Group] {
        let selections = try AttentionGroup.ofVehicles.compactMap { kind in
            try Self.query(kind, rules, at: now).map {
                try Selection(kind: kind, all: $0, handledIDs: handledIDs(kind, in: reader))
            }
        }
        let counts = try reader.matchingCounts(selections.map(\.open), of: resolver.key)
        return try zip(selections, counts).map { try group(of: $0, counting: $1, in: reader) }
    }

    private func group(
        of selection: Selection, counting count: Int, in reader: any SnapshotReader
    ) throws -> AttentionReport.Group {
        let (kind, ids) = (selection.kind, selection.handledIDs)
        var group = group(kind)
        var query = selection.open
        group.count = count
        group.newCount = try newCount(query, kind, of: count, in: reader)
        query.limit = limit
        // Without this, a fleet in which nothing is wrong would be read twice for each group.
        if group.count > 0 {
            try reader.forEachVehicle(query, of: resolver.key) {
                group.entries.append(entry(of: $0, in: kind))
            }
        }
        var handledQuery = selection.all
        for start in stride(from: 0, to: ids.count, by: 500) {
            handledQuery.filter.ids = VehicleIDs(ids.dropFirst(start).prefix(500))
            try reader.forEachVehicle(handledQuery, of: resolver.key) { vehicle in
                group.handledCount += 1
                guard group.handled.count < Self.maxHandled else { return }
                var entry = entry(of: vehicle, in: kind)
                let id = resolver.stableID(of: vehicle) ?? vehicle.id
                entry.handling = handled.handling(of: .vehicle(id), in: kind)
                group.handled.append(entry)
            }
        }
        return group
    }

    /// Returns the number of vehicles of a group that are new, as far as that is known; `nil`
    /// without a past.
    /// - Parameter count: The number of all of them.
    private func newCount(
        _ query: VehicleQuery, _ kind: AttentionGroup, of count: Int, in reader: any SnapshotReader
    ) throws -> Int? {
        guard let since else { return nil }
        switch kind {
        case .idle:
            // Those that were idle then are so for as much longer.
            var before = query
            before.filter.idle = rules.idle.map { IdlePeriod($0 + (now - since), before: now) }
            return try count - reader.counts(before, of: resolver.key).matching
        case .battery:
            let ids = began.compactMap { subject, at -> String? in
                if case .vehicle(let id) = subject.thing, at >= since { id } else { nil }
            }
            return try stride(from: 0, to: ids.count, by: 500).map { start in
                var some = query
                some.filter.ids = VehicleIDs(ids.dropFirst(start).prefix(500))
                return try reader.counts(some, of: resolver.key).matching
            }.reduce(0, +)
        case .alarm, .siteAlarm, .report, .source, .feed, .task: return 0
        }
    }

    /// Returns the IDs in the feed of the vehicles that are handled in a group.
    package func handledIDs(
        _ group: AttentionGroup, in reader: any SnapshotReader
    ) throws -> [String] {
        let ids = handled.vehicles(in: group)
        guard !resolver.usesFeedIDs, !ids.isEmpty else { return ids }
        return try resolver.vehicles(ids, in: reader).compactMap { $0?.vehicle.id }
    }

    private func entry(of vehicle: Vehicle, in group: AttentionGroup) -> AttentionReport.Entry {
        var entry: AttentionReport.Entry
        switch group {
        case .battery:
            entry = .init(
                id: vehicle.id, text: vehicle.battery.map(ShortText.battery) ?? "",
                since: began[AttentionSubject(.battery, .vehicle(vehicle.id))])
            entry.rank = vehicle.battery?.percent ?? 0
            setKnownSince(&entry, AttentionSubject(.battery, .vehicle(vehicle.id)))
        case .idle:
            let limit = rules.idle ?? .zero
            let times = [vehicle.lastReported, vehicle.stillSince].compactMap(\.self)
            let first = times.min() ?? now
            entry = .init(
                id: vehicle.id, text: Self.text(of: now - first), since: first + limit)
        case .alarm, .siteAlarm, .report, .source, .feed, .task:
            entry = .init(
                id: vehicle.id,
                text: vehicle.alarms.map(\.alarmLabel).joined(separator: ", "))
        }
        mark(&entry)
        return entry
    }

    // MARK: - Sites

    private func group(ofAlarmsAt sites: [Site]) -> AttentionReport.Group? {
        guard !sites.isEmpty else { return nil }
        var group = group(.siteAlarm)
        for site in sites where site.hasAlarm {
            let alarms = site.measurements.filter { $0.state == .alarm }
            let text = alarms.map { "\($0.quantity.label) \($0.text)" }.joined(separator: ", ")
            var entry = AttentionReport.Entry(
                id: site.id, name: site.name, text: text,
                since: began[AttentionSubject(.siteAlarm, .site(site.id))])
            setKnownSince(&entry, AttentionSubject(.siteAlarm, .site(site.id)))
            mark(&entry)
            add(entry, .site(site.id), to: &group)
        }
        return group
    }

    /// Adds an entry to the count, or to those that somebody handles.
    private func add(
        _ entry: AttentionReport.Entry, _ thing: AttentionSubject.Thing,
        to group: inout AttentionReport.Group
    ) {
        var entry = entry
        if let handling = handled.handling(of: thing, in: group.group) {
            entry.handling = handling
            group.handledCount += 1
            if group.handled.count < Self.maxHandled { group.handled.append(entry) }
            return
        }
        mark(&entry)
        count(entry, in: &group)
    }

    private func count(_ entry: AttentionReport.Entry, in group: inout AttentionReport.Group) {
        group.count += 1
        if entry.isNew == true { group.newCount = (group.newCount ?? 0) + 1 }
        if group.entries.count < limit { group.entries.append(entry) }
    }

    /// Sets the time since which an entry lasts at least: without an event, it is as it was when the
    /// record began.
    private func setKnownSince(
        _ entry: inout AttentionReport.Entry, _ subject: AttentionSubject
    ) {
        let isRecorded =
            subject.group != .battery || rules.lowBattery == AttentionRules().lowBattery
        guard entry.since == nil, isRecorded, !ended.contains(subject) else { return }
        entry.knownSince = readSince.map(AttentionReport.Time.init)
    }

    private func mark(_ entry: inout AttentionReport.Entry) {
        guard let since else { return }
        entry.isNew = entry.since.map { $0.value >= since }
    }
}
