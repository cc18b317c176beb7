import FleetCore
import FleetSQL
import Foundation

extension UserTransaction {
    /// Condition for the notes that the user sees.
    var isVisible: String { "(note.owner = ?1 OR \(isShared))" }

    /// Condition for notes that the team shares, about sources whose notes the user sees.
    var isShared: String {
        ["visibility = 'team'", isReadable("source")].compactMap(\.self)
            .joined(separator: " AND ")
    }

    /// Returns the condition that a column has a source whose notes the user sees; `nil` if the
    /// user sees those of all.
    func isReadable(_ column: String) -> String? {
        guard let sources = rights.sources(.notes) else { return nil }
        // The text of a UUID has only digits, letters and dashes.
        let list = sources.map { "'\($0.text)'" }.joined(separator: ", ")
        return list.isEmpty ? "false" : "\(column) IN (\(list))"
    }

    /// - Throws: ``TeamError/forbidden`` without a right on a source.
    func require(_ right: Right, on source: UUID?) throws {
        guard rights.has(right, on: source) else { throw TeamError.forbidden }
    }

    /// Returns the note with an ID.
    /// - Throws: ``TeamError/notFound`` if there is none or the user does not see it.
    func note(_ id: UUID) throws -> TeamNote {
        guard let note = try notes("AND note.id = ?2", [.uuid(id)]).first else {
            throw TeamError.notFound
        }
        return note
    }

    /// Returns notes that the user sees.
    /// - Parameters:
    ///   - condition: A further condition that begins with `AND`.
    ///   - values: Its values, from `?2`.
    ///   - order: The terms of `ORDER BY`; the newest first unless told otherwise.
    func notes(
        _ condition: String, _ values: [SQLValue], order: String = "note.id DESC", limit: Int = 1
    ) throws -> [TeamNote] {
        let notes = try rows(
            """
            SELECT \(NoteRecord.columns), note.owner = ?1,
                coalesce(author.display_name, author.name),
                coalesce(editor.display_name, editor.name),
                coalesce(finisher.display_name, finisher.name),
                assigned.name, coalesce(assigned.display_name, assigned.name)
            FROM note LEFT JOIN team_user AS author ON author.id = note.owner
                LEFT JOIN team_user AS editor ON editor.id = edited_by
                LEFT JOIN team_user AS finisher ON finisher.id = done_by
                LEFT JOIN team_user AS assigned ON assigned.id = assignee
            WHERE \(isVisible) \(condition) ORDER BY \(order) LIMIT \(limit)
            """, values, note)
        let ids = notes.map(\.id.text)
        guard let newest = ids.max(), let oldest = ids.min() else { return [] }
        let photos = try photos(
            "AND note.id BETWEEN ?2 AND ?3", [.text(oldest), .text(newest)])
        return notes.map { note in
            var note = note
            note.photos = photos[note.id] ?? []
            return note
        }
    }

    /// Returns the row of a note that the user sees.
    /// - Throws: ``TeamError/notFound``.
    func record(of id: UUID) throws -> NoteRecord {
        let records = try rows(
            "SELECT \(NoteRecord.columns) FROM note WHERE note.id = ?2 AND \(isVisible)",
            [.uuid(id)]
        ) { NoteRecord(from: $0) }
        guard let record = records.first else { throw TeamError.notFound }
        return record
    }

    /// Returns the photos of notes that the user sees, by note, in the order of their numbers.
    func photos(_ condition: String, _ values: [SQLValue]) throws -> [UUID: [TeamPhoto]] {
        let photos = try rows(
            """
            SELECT note_photo.note, note_photo.id, note_photo.number, photo.hash, format, width,
                height, bytes, photo.owner
            FROM note JOIN note_photo ON note_photo.owner = note.owner AND note_photo.note = note.id
                JOIN photo ON photo.owner = note_photo.owner AND photo.hash = note_photo.hash
            WHERE \(isVisible) \(condition) ORDER BY note_photo.note, note_photo.number
            """, values
        ) { row in
            row.uuid(0).flatMap { note in TeamPhoto(row: row).map { (note: note, photo: $0) } }
        }
        return Dictionary(grouping: photos, by: \.note).mapValues { $0.map(\.photo) }
    }

    private func note(_ row: any SQLRow) -> TeamNote? {
        let (record, end) = (NoteRecord(from: row), NoteRecord.list.names.count)
        guard let id = UUID(uuidString: record.id), var content = NoteContent(record) else {
            return nil
        }
        let isMine = row.isTrue(end)
        let canWrite = rights.has(.write, on: content.source)
        var assignee: Member?
        if let name = row.text(end + 4), let shown = row.text(end + 5),
            let id = record.assignee.flatMap(UserID.init)
        {
            assignee = Member(name: name, displayName: shown, id: id)
            content.task?.assignee = .named(name)
        }
        return TeamNote(
            id: id, number: record.number, version: record.version, author: row.text(end + 1),
            isMine: isMine, content: content, assignee: assignee, doneAt: record.doneAt,
            doneBy: row.text(end + 3), createdAt: record.createdAt, editedAt: record.editedAt,
            editedBy: row.text(end + 2), canEdit: canWrite,
            canDelete: canWrite && (isMine || rights.has(.changeSettings)),
            canShare: canWrite && isMine)
    }

    /// Inserts a note of the owner.
    /// - Parameter key: The key and the hash of the request.
    func insert(_ note: NoteRecord, key: (key: String, hash: String)? = nil) throws {
        try execute(
            NoteRecord.insert, note.values + [.optional(key?.key), .optional(key?.hash)])
    }
}

extension SQLRow {
    /// Whether a comparison is true; PostgreSQL returns a boolean as the text `t` or `f`.
    fileprivate func isTrue(_ column: Int) -> Bool {
        text(column) == "t" || integer(column) == 1
    }
}
