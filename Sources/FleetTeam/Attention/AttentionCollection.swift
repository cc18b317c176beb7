public import FleetCore
import FleetSQL
public import Foundation

extension Access {
    /// The snoozes and tasks of the team.
    public var attention: AttentionCollection { AttentionCollection(access: self) }
}

/// The handled entries of a team: everyone reads them, and members change them.
public struct AttentionCollection: Sendable {
    let access: Access

    /// Returns the handled entries by source.
    public func handled() async throws -> [UUID: HandledEntries] {
        try await access.read(.notes, of: .notes) { try $0.handledEntries() }
    }

    /// Returns the actions of people since a time, newest first, with the UUIDs of the sources.
    public func actions(since time: Timestamp) async throws -> [TeamAction] {
        try await access.read(.notes, of: .notes) { try $0.actions(since: time) }
    }

    /// Returns the open tasks that are due, the earliest first.
    public func dueTasks(
        at now: Timestamp, in scope: AttentionScope
    ) async throws -> AttentionReport.Group {
        try await access.read(.notes, of: .notes) { try $0.dueTasks(at: now, in: scope) }
    }

    /// Returns the group of the reports that nobody has taken of each source that has any, the
    /// oldest first.
    public func reports(
        of sources: [UUID], in scope: AttentionScope
    ) async throws -> [UUID: AttentionReport.Group] {
        try await access.read(.notes, of: .notes) { transaction in
            var groups: [UUID: AttentionReport.Group] = [:]
            for source in sources {
                let group = try transaction.reports(of: source, in: scope)
                if group.count > 0 { groups[source] = group }
            }
            return groups
        }
    }

    /// Snoozes an entry, in place of an earlier snooze of it.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``,
    ///   ``TeamError/tooMany(_:limit:)``.
    public func snooze(_ new: NewSnooze) async throws -> Snooze {
        try await access.write(.write) { transaction in
            let snooze = try transaction.add(new.checked(at: transaction.now))
            try transaction.audit(.attentionSnoozed, snooze.auditText)
            return snooze
        }
    }

    /// Makes a task about the vehicle, site or source of a note, unless somebody has taken it.
    /// - Returns: The task; `nil` if there is an open one already.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``,
    ///   ``TeamError/tooMany(_:limit:)``.
    @discardableResult
    public func take(_ task: NoteContent) async throws -> TeamNote? {
        let task = try task.checked()
        return try await access.write(.write) { transaction in
            guard try !transaction.hasOpenTask(about: task) else { return nil }
            return try transaction.note(transaction.add(task, at: transaction.now))
        }
    }

    /// Ends the snooze of an entry, also that of somebody else.
    /// - Returns: Whether there was one.
    /// - Throws: ``TeamError/forbidden``.
    public func endSnooze(
        _ group: AttentionGroup, _ thing: AttentionSubject.Thing, of source: UUID
    ) async throws -> Bool {
        try await access.write(.write) { transaction in
            let ended = try transaction.endSnoozes(of: AttentionSubject(group, thing), of: source)
            try ended.forEach { try transaction.audit(.snoozeEnded, $0.auditText) }
            return !ended.isEmpty
        }
    }

    /// Ends a snooze, also that of somebody else.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/notFound``.
    public func endSnooze(_ id: UUID) async throws {
        try await access.write(.write) { transaction in
            guard let snooze = try transaction.snoozes("AND snooze.id = ?2", [.uuid(id)]).first
            else { throw TeamError.notFound }
            try transaction.require(.write, on: snooze.source)
            try transaction.execute(
                "DELETE FROM snooze WHERE id = ?2 AND CAST(?1 AS TEXT) IS NOT NULL", [.uuid(id)])
            try transaction.audit(.snoozeEnded, snooze.auditText)
        }
    }

    /// Returns the user's own snoozes, also ended ones, and those of sources that the user does not
    /// see any more.
    public func ownSnoozes() async throws -> [Snooze] {
        try await access.read(nil) { try $0.snoozes(where: "snooze.owner = ?1") }
    }
}

/// Something that a person did about an entry.
public struct TeamAction: Equatable, Sendable {
    /// The UUID of the source; `nil` for a task about none.
    public var source: UUID?
    /// The action, whose source has no name yet.
    public var action: AttentionReport.Action
}

extension Snooze {
    fileprivate var auditText: String {
        let group = subject.group?.rawValue ?? ""
        let id = subject.thing.id
        return id.isEmpty ? "\(group): \(reason)" : "\(group) \(id): \(reason)"
    }
}

extension UserTransaction {
    /// Condition for the snoozes that count: in a home its own, otherwise those of the team.
    private var countingSnoozes: String {
        if isOfHome { return "snooze.owner = ?1" }
        let isOfTeam = "CAST(?1 AS TEXT) IS NOT NULL AND snooze.owner NOT IN (\(Table.homeOwners))"
        return [isOfTeam, isReadable("snooze.source")].compactMap(\.self).joined(separator: " AND ")
    }

    /// Condition for the tasks that count.
    private var countingTasks: String {
        (isOfHome ? "note.owner = ?1" : isVisible) + " AND is_task"
    }

    /// Condition for the tasks that make their vehicles, sites and sources handled: strangers could
    /// hide alarms of a vehicle with a report otherwise.
    private var handlingTasks: String {
        countingTasks + " AND done_at IS NULL AND NOT (\(NoteRecord.isOpenReport))"
    }

    /// The largest number of handled entries and of actions that are read.
    private static let (maxHandled, maxActions) = (20_000, 500)

    /// Returns the snoozes that count, the newest first.
    /// - Parameter condition: A further condition that begins with `AND`.
    func snoozes(_ condition: String = "", _ values: [SQLValue] = []) throws -> [Snooze] {
        try snoozes(where: countingSnoozes + " " + condition, values)
    }

    fileprivate func snoozes(
        where condition: String, _ values: [SQLValue] = []
    ) throws -> [Snooze] {
        try rows(
            """
            SELECT snooze.id, source, kind, subject, reason, until, snooze.created_at,
                coalesce(display_name, name)
            FROM snooze LEFT JOIN team_user ON team_user.id = snooze.owner
            WHERE \(condition) ORDER BY snooze.id DESC LIMIT \(Self.maxHandled)
            """, values
        ) { row in
            guard let id = row.uuid(0), let source = row.uuid(1),
                let group = row.text(2).flatMap(AttentionGroup.init), let subject = row.text(3),
                let reason = row.text(4), let until = row.time(5), let createdAt = row.time(6)
            else { return nil }
            return Snooze(
                id: id, source: source,
                subject: AttentionSubject(group, .init(of: group, id: subject)), reason: reason,
                until: until, createdAt: createdAt, by: row.text(7))
        }
    }

    /// Adds a snooze in place of an earlier one of the same entry, and deletes those that ended
    /// a week ago.
    func add(_ new: NewSnooze) throws -> Snooze {
        try require(.write, on: new.source)
        let id = transaction.newID()
        try execute(
            """
            DELETE FROM snooze WHERE \(countingSnoozes) AND (until < ?2
                OR source = ?3 AND kind = ?4 AND subject = ?5)
            """,
            [
                .time(now - .seconds(7 * 86_400)), .uuid(new.source), .text(new.group.rawValue),
                .text(new.thing.id),
            ])
        let count = try integer(
            "SELECT count(*) FROM snooze WHERE owner = ?1 AND until > ?2", [.time(now)])
        guard count < Snooze.limit else { throw TeamError.tooMany(.snoozes, limit: Snooze.limit) }
        try execute(
            """
            INSERT INTO snooze (owner, id, source, kind, subject, reason, until, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            [
                .uuid(id), .uuid(new.source), .text(new.group.rawValue), .text(new.thing.id),
                .text(new.reason), .time(new.until), .time(now),
            ])
        guard let snooze = try snoozes("AND snooze.id = ?2", [.uuid(id)]).first else {
            throw TeamError.notFound
        }
        return snooze
    }

    /// Ends the snoozes of an entry, and returns them.
    func endSnoozes(of subject: AttentionSubject, of source: UUID) throws -> [Snooze] {
        try require(.write, on: source)
        let condition = "AND source = ?2 AND kind = ?3 AND subject = ?4"
        let values: [SQLValue] = [
            .uuid(source), .text(subject.group?.rawValue ?? ""), .text(subject.thing.id),
        ]
        let ended = try snoozes(condition + " AND until > ?5", values + [.time(now)])
        try execute("DELETE FROM snooze WHERE \(countingSnoozes) \(condition)", values)
        return ended
    }

    /// Returns whether there is an open task about the vehicle, site or source of a note.
    fileprivate func hasOpenTask(about note: NoteContent) throws -> Bool {
        guard let source = note.source else { return false }
        let (condition, id) =
            if let id = note.vehicleID {
                ("vehicle_id = ?3", [SQLValue.text(id)])
            } else if let id = note.siteID {
                ("site_id = ?3", [SQLValue.text(id)])
            } else {
                ("vehicle_id IS NULL AND site_id IS NULL AND latitude IS NULL", [])
            }
        return try integer(
            """
            SELECT count(*) FROM note
            WHERE \(handlingTasks) AND source = ?2 AND \(condition)
            """, [.uuid(source)] + id) > 0
    }

    /// Returns the entries that people handle, by source: open tasks, and snoozes that have not
    /// ended.
    func handledEntries() throws -> [UUID: HandledEntries] {
        var handled: [UUID: HandledEntries] = [:]
        for (source, thing, handling) in try openTasks() {
            handled[source, default: HandledEntries()]
                .add(handling, of: AttentionSubject(nil, thing))
        }
        for snooze in try snoozes("AND until > ?2", [.time(now)]) {
            handled[snooze.source, default: HandledEntries()]
                .add(snooze.handling, of: snooze.subject)
        }
        return handled
    }

    /// Returns the open tasks about things of sources.
    private func openTasks() throws -> [(
        UUID, AttentionSubject.Thing, AttentionReport.Handling
    )] {
        try rows(
            """
            SELECT source, vehicle_id, site_id, latitude, note.id, number, text, due_at,
                note.created_at, coalesce(display_name, name)
            FROM note LEFT JOIN team_user ON team_user.id = assignee
            WHERE \(handlingTasks) AND source IS NOT NULL
            ORDER BY note.id LIMIT \(Self.maxHandled)
            """
        ) { row in
            guard let source = row.uuid(0), let id = row.uuid(4), let at = row.time(8) else {
                return nil
            }
            let thing: AttentionSubject.Thing
            if let vehicle = row.text(1) {
                thing = .vehicle(vehicle)
            } else if let site = row.text(2) {
                thing = .site(site)
            } else {
                // A task about a place is not about the source itself.
                guard row.real(3) == nil else { return nil }
                thing = .source
            }
            return (
                source, thing,
                AttentionReport.Handling(
                    id: id.text, isTaken: true, by: row.text(9), note: row.integer(5),
                    reason: row.text(6) ?? "", until: row.time(7), at: at)
            )
        }
    }

    /// Returns what people did since a time, newest first.
    func actions(since time: Timestamp) throws -> [TeamAction] {
        let snoozed = try snoozes("AND snooze.created_at >= ?2", [.time(time)]).map { snooze in
            TeamAction(
                source: snooze.source,
                action: .init(
                    .snoozed, at: snooze.createdAt, group: snooze.subject.group, source: nil,
                    id: snooze.subject.thing.id.isEmpty ? nil : snooze.subject.thing.id,
                    isSite: snooze.subject.group == .siteAlarm, text: snooze.reason, by: snooze.by))
        }
        let tasks =
            try taskActions(.done, "done_at", "done_by", since: time)
            + taskActions(.taken, "note.created_at", "coalesce(assignee, note.owner)", since: time)
        return Array(
            (snoozed + tasks).sorted { $0.action.at.value > $1.action.at.value }
                .prefix(Self.maxActions))
    }

    private func taskActions(
        _ kind: AttentionReport.Action.Kind, _ column: String, _ person: String,
        since time: Timestamp
    ) throws -> [TeamAction] {
        try rows(
            """
            SELECT source, coalesce(vehicle_id, site_id), text, \(column),
                coalesce(display_name, name), site_id IS NOT NULL
            FROM note LEFT JOIN team_user ON team_user.id = \(person)
            WHERE \(countingTasks) AND \(column) >= ?2
            ORDER BY \(column) DESC LIMIT \(Self.maxActions)
            """, [.time(time)]
        ) { row in
            guard let text = row.text(2), let at = row.time(3) else { return nil }
            return TeamAction(
                source: row.uuid(0),
                action: .init(
                    kind, at: at, source: nil, id: row.text(1), isSite: row.integer(5) == 1,
                    text: text, by: row.text(4)))
        }
    }

    /// Returns the group of the reports of a source that nobody has taken, the oldest first.
    fileprivate func reports(
        of source: UUID, in scope: AttentionScope
    ) throws -> AttentionReport.Group {
        let condition = "AND source = ?2 AND \(NoteRecord.isOpenReport)"
        let count = "SELECT count(*) FROM note WHERE \(isVisible) \(condition)"
        var group = AttentionReport.Group.reports
        group.count = Int(try integer(count, [.uuid(source)]))
        group.newCount = scope.since == nil ? nil : 0
        guard group.count > 0 else { return group }
        group.entries = try notes(
            condition, [.uuid(source)], order: "note.id", limit: scope.limit
        ).map { note in
            var entry = AttentionReport.Entry(
                id: note.id.text, name: note.content.vehicleID, text: note.content.text,
                since: note.createdAt)
            if let since = scope.since { entry.isNew = note.createdAt >= since }
            return entry
        }
        if let since = scope.since {
            let new = count + " AND created_at >= ?3"
            group.newCount = Int(try integer(new, [.uuid(source), .time(since)]))
        }
        return group
    }

    /// Returns the group of the open tasks that are due, the earliest first.
    func dueTasks(
        at now: Timestamp, in scope: AttentionScope
    ) throws -> AttentionReport.Group {
        let condition = "AND \(countingTasks) AND done_at IS NULL AND due_at <= ?2"
        let count = "SELECT count(*) FROM note WHERE \(isVisible) \(condition)"
        let tasks = try notes(
            condition, [.time(now)], order: "note.due_at, note.id", limit: scope.limit)
        let entries = tasks.map { note in
            var entry = AttentionReport.Entry(
                id: note.id.text, name: localized("task \(note.number.description)"),
                text: note.content.text,
                since: note.content.task?.dueAt)
            entry.assignee = note.assignee?.displayName
            if let since = scope.since, let due = entry.since { entry.isNew = due.value >= since }
            return entry
        }
        var group = AttentionReport.Group.dueTasks
        group.count = Int(try integer(count, [.time(now)]))
        group.entries = entries
        if let since = scope.since {
            let new = try integer(count + " AND due_at >= ?3", [.time(now), .time(since)])
            group.newCount = Int(new)
        }
        return group
    }
}

extension AttentionReport.Group {
    /// The group of the tasks that are due, without any.
    static var dueTasks: Self {
        Self(.task, of: nil, bound: AttentionRules().bound(of: .task) ?? "")
    }

    /// The group of the reports of finders, without any.
    public static var reports: Self {
        Self(.report, of: nil, bound: AttentionRules().bound(of: .report) ?? "")
    }
}

extension AttentionReport {
    /// Adds the actions of people, and sorts all actions.
    /// - Parameters:
    ///   - names: The names of the sources of the report.
    ///   - hasAllSources: Whether these are all; actions about others, which were removed, have no
    ///     name then, and are left out otherwise.
    public mutating func add(
        _ found: [TeamAction], names: [UUID: String], hasAllSources: Bool, in scope: AttentionScope
    ) {
        actions += found.compactMap { found in
            let name = found.source.flatMap { names[$0] }
            let isListed = name != nil || hasAllSources || scope.hasTasks && found.source == nil
            guard isListed else { return nil }
            var action = found.action
            action.source = name
            return action
        }
        actions = actions.filter { scope.group == nil || ($0.group ?? .task) == scope.group }
            .sorted { $0.at.value > $1.at.value }
    }
}
