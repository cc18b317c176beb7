import FleetCore
import FleetSQL
public import Foundation

extension Access {
    /// The notes that the user sees: own ones, and those of the team.
    public var notes: NoteCollection { NoteCollection(access: self) }
}

/// The notes that one user sees: own ones, and those of the team.
///
/// A note that the user does not see, or no longer sees, is ``TeamError/notFound`` for everything.
///
///     let counts = try await access.notes.counts(NoteQuery())
public struct NoteCollection: Sendable {
    let access: Access

    /// Returns the notes of a query.
    /// - Throws: ``TeamError/invalid(_:_:)`` for an assignee who is not known.
    public func all(_ query: NoteQuery = NoteQuery()) async throws -> [TeamNote] {
        try await access.read(.notes, of: .notes) { transaction in
            let assignee = try query.assignee.flatMap { try transaction.id(of: $0) }
            return try transaction.notes(
                query.condition,
                [
                    .optional(query.source?.text), .optional(query.vehicleID),
                    .optional(query.siteID), .optional(query.author), .optional(assignee?.text),
                    .optional(query.after?.text),
                ], order: query.order.terms, limit: min(max(query.limit, 0), 500))
        }
    }

    /// Returns the number of notes that are not done of each vehicle of a source.
    public func openCounts(of source: UUID) async throws -> [String: Int] {
        try await access.read(.notes, of: .notes) { transaction in
            let counts = try transaction.rows(
                """
                SELECT vehicle_id, count(*) FROM note
                WHERE \(transaction.isVisible) AND source = ?2 AND vehicle_id IS NOT NULL
                    AND done_at IS NULL
                GROUP BY vehicle_id
                """, [.uuid(source)]
            ) { row in row.text(0).map { ($0, Int(row.integer(1) ?? 0)) } }
            return Dictionary(counts) { first, _ in first }
        }
    }

    /// Returns the number of open tasks that are assigned to the user.
    public func openTaskCount() async throws -> Int {
        try await access.read(.notes, of: .notes) { transaction in
            let count = try transaction.integer(
                """
                SELECT count(*) FROM note
                WHERE assignee = ?1 AND is_task AND done_at IS NULL
                    AND \(transaction.isVisible)
                """)
            return Int(count)
        }
    }

    /// Returns the note with an ID.
    /// - Throws: ``TeamError/notFound``.
    public func note(_ id: UUID) async throws -> TeamNote {
        try await access.read(.notes, of: .notes) { try $0.note(id) }
    }

    /// Returns how many notes there are of each kind.
    /// - Parameter query: Only its sources, vehicle, site and author count.
    public func counts(_ query: NoteQuery = NoteQuery()) async throws -> NoteCounts {
        try await access.read(.notes, of: .notes) { transaction in
            let counts = try transaction.rows(
                """
                SELECT count(*), count(*) FILTER (WHERE done_at IS NULL),
                    count(*) FILTER (WHERE note.owner = ?1),
                    count(*) FILTER (WHERE is_task AND done_at IS NULL),
                    count(*) FILTER (WHERE is_task AND done_at IS NULL AND assignee = ?1),
                    count(*) FILTER (WHERE is_task AND done_at IS NULL AND assignee IS NULL)
                FROM note WHERE \(transaction.isVisible) \(query.subject)
                """,
                [
                    .optional(query.source?.text), .optional(query.vehicleID),
                    .optional(query.siteID), .optional(query.author),
                ]
            ) { row in
                let numbers = (0..<6).map { Int(row.integer($0) ?? 0) }
                return NoteCounts(
                    all: numbers[0], open: numbers[1], mine: numbers[2], openTasks: numbers[3],
                    assigned: numbers[4], unassigned: numbers[5])
            }
            return counts.first ?? NoteCounts()
        }
    }

    /// Adds a note; a task is one of the team.
    /// - Parameters:
    ///   - key: Text of the client by which a repeated request is recognized; the note of the first
    ///     request is returned then.
    ///   - request: The client's content, if the stored one has more than that, such as the position
    ///     of a moving vehicle; a repeated request must have the same.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``, ``TeamError/privateTask``,
    ///   ``TeamError/keyReused``, ``TeamError/tooMany(_:limit:)``.
    public func add(
        _ content: NoteContent, idempotencyKey key: String? = nil, of request: NoteContent? = nil
    ) async throws -> (note: TeamNote, isNew: Bool) {
        let content = try content.checked()
        guard content.task == nil || content.visibility == .team else {
            throw TeamError.privateTask
        }
        let hash = try request?.checked().hash ?? content.hash
        let key = key.map { (key: Digest.hex($0), hash: hash) }
        return try await access.write(.write) { transaction in
            if let key, let id = try transaction.noteID(ofKey: key.key, hash: key.hash) {
                return (try transaction.note(id), false)
            }
            let id = try transaction.add(content, at: transaction.now, key: key)
            return (try transaction.note(id), true)
        }
    }

    /// Changes a note if it still has a version, or if the change only adds to the newer one.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``,
    ///   ``TeamError/privateTask``; ``TeamError/conflict(_:)`` with the newer version.
    package func change(
        _ id: UUID, version: Int64, _ change: NoteChange
    ) async throws -> TeamNote {
        let change = try change.checked()
        return try await access.write(.notes) { transaction in
            let note = try transaction.note(id)
            let before = note.content.visibility
            guard note.canEdit, note.canShare || change.visibility.isNone(or: before) else {
                throw TeamError.forbidden
            }
            guard var change = note.version == version ? change : change.added(to: note) else {
                throw TeamError.conflict(note)
            }
            if let task = change.task(after: note.content.task) {
                // Only the author sees a private note, and may share it.
                if note.content.task == nil { change.visibility = change.visibility ?? .team }
                // Private tasks come from a home (`import-local`), and remain as they are.
                let remains = before == .private && task == note.content.task
                guard remains || change.visibility ?? before == .team else {
                    throw TeamError.privateTask
                }
            }
            try transaction.apply(change, to: note, at: transaction.now)
            return try transaction.note(id)
        }
    }

    /// Deletes a note and its photos.
    /// - Parameter version: Deletes only this version; `nil` for any.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``, ``TeamError/conflict(_:)``.
    public func remove(_ id: UUID, version: Int64? = nil) async throws {
        try await access.write(.notes) { transaction in
            let note = try transaction.note(id)
            guard note.canDelete else { throw TeamError.forbidden }
            guard version == nil || version == note.version else { throw TeamError.conflict(note) }
            try transaction.execute(
                "DELETE FROM note WHERE id = ?2 AND \(transaction.isVisible)", [.uuid(id)])
        }
    }
}

extension NoteQuery {
    /// Condition for the source, the vehicle, the site and the author, which are `?2` to `?5`, and
    /// for the sources.
    fileprivate var subject: String {
        // The text of a UUID has only digits, letters and dashes.
        let list = (sources ?? []).map { "'\($0.text)'" }.joined(separator: ", ")
        let isListed = list.isEmpty ? "" : " OR source IN (\(list))"
        return """
            AND (CAST(?2 AS TEXT) IS NULL OR source = ?2)
            AND (CAST(?3 AS TEXT) IS NULL OR vehicle_id = ?3)
            AND (CAST(?4 AS TEXT) IS NULL OR site_id = ?4)
            AND (CAST(?5 AS TEXT) IS NULL
                OR note.owner = (SELECT id FROM team_user WHERE name = ?5))
            \(sources == nil ? "" : "AND (source IS NULL\(isListed))")
            """
    }

    /// Condition for everything; `?6` is the ID of the assignee, and `?7` that of the note before.
    fileprivate var condition: String {
        let following =
            switch order {
            case .newest: "note.id < ?7"
            case .reports:
                """
                (\(order.key) > (SELECT \(order.key) FROM note WHERE id = ?7) OR note.id < ?7
                    AND \(order.key) = (SELECT \(order.key) FROM note WHERE id = ?7))
                """
            case .due, .near:
                "(\(order.key), note.id) > (SELECT \(order.key), id FROM note WHERE id = ?7)"
            }
        return [
            subject, isMine ? "AND note.owner = ?1" : "",
            isOpen ? "AND done_at IS NULL" : "", isTask || assignee != nil ? "AND is_task" : "",
            hasPosition ? "AND latitude IS NOT NULL" : "",
            dueBefore.map { "AND due_at <= \($0.milliseconds)" } ?? "",
            assignee == .nobody ? "AND assignee IS NULL" : "",
            "AND (CAST(?6 AS TEXT) IS NULL OR assignee = ?6)",
            "AND (CAST(?7 AS TEXT) IS NULL OR \(following))",
        ].joined(separator: "\n")
    }
}

extension NoteQuery.Order {
    /// The terms of `ORDER BY`.
    fileprivate var terms: String {
        switch self {
        case .newest: "note.id DESC"
        case .reports: "\(key), note.id DESC"
        case .due, .near: "\(key), note.id"
        }
    }

    /// The expressions by which notes are ordered, before their IDs.
    fileprivate var key: String {
        switch self {
        case .newest: return "note.id"
        case .reports: return "CASE WHEN \(NoteRecord.isOpenReport) THEN 0 ELSE 1 END"
        case .due:
            return """
                coalesce(note.due_at, \(Int64.max)), \
                CASE note.priority WHEN 'high' THEN 0 WHEN 'low' THEN 2 ELSE 1 END
                """
        case .near(let position):
            // The square of the distance on a plane, which orders the positions of a city.
            let north = "(note.latitude - (\(position.latitude)))"
            let east = """
                ((\(position.eastScale)) \
                * (180 - abs(180 - abs(note.longitude - (\(position.longitude))))))
                """
            return "coalesce(\(north) * \(north) + \(east) * \(east), 1e9)"
        }
    }
}

extension Position {
    /// The length of a degree of longitude in those of latitude.
    fileprivate var eastScale: Double { cos(latitude * .pi / 180) }
}

extension UserTransaction {
    /// Returns the note that an earlier request with the same key has added.
    /// - Throws: ``TeamError/keyReused`` if that note was another one.
    fileprivate func noteID(ofKey key: String, hash: String) throws -> UUID? {
        let found = try rows(
            "SELECT id, request_hash FROM note WHERE owner = ?1 AND idempotency_key = ?2",
            [.text(key)]
        ) { row in row.uuid(0).map { (id: $0, hash: row.text(1)) } }.first
        guard let found else { return nil }
        guard found.hash == hash else { throw TeamError.keyReused }
        return found.id
    }

    /// Adds a note of the user, written at a time, and returns its ID.
    func add(
        _ content: NoteContent, at time: Timestamp, key: (key: String, hash: String)? = nil
    ) throws -> UUID {
        try require(.write, on: content.source)
        let id = transaction.newID()
        let number = try integer(
            """
            UPDATE team_user SET last_note_number = last_note_number + 1 WHERE id = ?1
            RETURNING last_note_number
            """)
        let assignee = try content.task.flatMap { try self.id(of: $0.assignee) }
        let record = NoteRecord(content, id: id, number: number, assignee: assignee, at: time)
        try insert(record, key: key)
        try NoteCollection.requireRoom(for: owner, lastNumber: number, in: transaction)
        if assignee != nil { try auditAssignment(of: id) }
        return id
    }

    /// Changes a note that has its version still.
    /// - Throws: ``TeamError/conflict(_:)``.
    func apply(_ change: NoteChange, to note: TeamNote, at time: Timestamp) throws {
        let task = change.task(after: note.content.task)
        // One who was disabled since remains the assignee until somebody else is named.
        let isSame = task?.assignee == note.content.task?.assignee
        let assignee = isSame ? note.assignee?.id : try task.flatMap { try id(of: $0.assignee) }
        var record = try record(of: note.id)
        record.apply(change, task: task, assignee: assignee, by: owner, at: time)
        let count = try execute(
            NoteRecord.update + " AND \(isVisible)", record.changes)
        guard count > 0 else { throw TeamError.conflict(try self.note(note.id)) }
        if assignee != note.assignee?.id { try auditAssignment(of: note.id) }
    }

    /// Records in the audit log who is to do a task.
    private func auditAssignment(of id: UUID) throws {
        let note = try note(id)
        try audit(.taskAssigned, "note \(note.number): \(note.assignee?.name ?? "nobody")")
    }
}

extension NoteCollection {
    /// Checks the number of a user's notes after some were added.
    /// - Parameter lastNumber: The number of the newest one: without so many there is nothing to
    ///   count.
    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    static func requireRoom(
        for owner: UserID, lastNumber: Int64, in transaction: TeamTransaction
    ) throws {
        guard lastNumber > TeamNote.limit else { return }
        let count = try transaction.sql.integer(
            "SELECT count(*) FROM note WHERE owner = ?1", [.uuid(owner.uuid)])
        guard count <= TeamNote.limit else {
            throw TeamError.tooMany(.notes, limit: TeamNote.limit)
        }
    }
}
