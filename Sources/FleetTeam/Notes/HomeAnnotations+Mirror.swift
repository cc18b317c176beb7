public import FleetCore
import FleetSQL
public import Foundation

/// A note of a team's server as a login mirrors it.
public struct MirroredNote: Equatable, Sendable {
    /// The note; those of the user have their numbers of the server, those of others, which are
    /// counted per author there, large numbers that only this home uses.
    public var note: Note
    /// The ID on the server.
    public var id: UUID
    /// The version on the server.
    public var version: Int64
    /// The name of the author; `nil` for a former member and for a finder.
    public var author: String?
    /// Whether the user wrote it.
    public var isMine: Bool
    /// Its readers.
    public var visibility: NoteVisibility
    /// The name of the user who marked it as done; `nil` for a former member.
    public var doneBy: String?
    /// The IDs of the photos on the server by their numbers.
    public var photos: [Int: UUID]

    /// Creates a note as the server returned it.
    public init(
        _ note: Note, id: UUID, version: Int64, author: String?, isMine: Bool,
        visibility: NoteVisibility, doneBy: String?, photos: [Int: UUID]
    ) {
        (self.note, self.id, self.version, self.author) = (note, id, version, author)
        (self.isMine, self.visibility, self.doneBy) = (isMine, visibility, doneBy)
        self.photos = photos
    }

    /// The first number of others' notes in this home.
    static let firstForeign: Int64 = 1_000_001
}

// The notes of a login are rows of its owner: what the server says about their authors is in a
// table that only homes have. Their photos stay on the server.
extension HomeAnnotations {
    /// Replaces all favorites and notes by those of a team's server; nothing is written if they are
    /// the same.
    /// - Parameter notes: The notes in the order in which they were written, with the numbers of
    ///   the server.
    public func mirror(_ favorites: [Favorite], _ notes: [MirroredNote]) async throws {
        let isCurrent = try read { transaction in
            let stored = try transaction.mirroredNotes(of: source)
            let numbered = try transaction.numbered(notes)
            return try transaction.favorites(of: source).map {
                Favorite(id: $0.vehicleID, addedAt: $0.addedAt)
            } == favorites && stored == numbered.sorted { $0.note.number < $1.note.number }
        }
        guard isCurrent != true, isCurrent != nil || !favorites.isEmpty || !notes.isEmpty else {
            return
        }
        try await write(durably: false) { [source] transaction in
            let numbered = try transaction.numbered(notes)
            for table in ["favorite", "note"] {
                try transaction.execute(
                    "DELETE FROM \(table) WHERE owner = ?1 AND source = ?2", [.uuid(source)])
            }
            for favorite in favorites { try transaction.insert(favorite, of: source) }
            for note in numbered { try transaction.insert(note, of: source) }
            // The files of the photos were never here.
            try transaction.execute("DELETE FROM photo_cleanup WHERE owner = ?1")
        }
    }

    /// Returns the mirrored notes, in the order of their numbers.
    public func mirroredNotes() throws -> [MirroredNote] {
        try read { try $0.mirroredNotes(of: source) } ?? []
    }

    /// Returns the mirrored note with a number; `nil` if there is none.
    public func mirroredNote(_ number: Int64) throws -> MirroredNote? {
        try mirroredNotes().first { $0.note.number == number }
    }
}

extension UserTransaction {
    /// Returns the names of the people who are to do mirrored tasks, by note: users of the server,
    /// whom this home does not have.
    func mirroredAssignees() throws -> [UUID: String] {
        let found = try rows(
            "SELECT note, assignee FROM mirrored_note WHERE owner = ?1 AND assignee IS NOT NULL"
        ) { row in row.uuid(0).flatMap { note in row.text(1).map { (note, $0) } } }
        return Dictionary(found) { first, _ in first }
    }

    fileprivate func mirroredNotes(of source: UUID) throws -> [MirroredNote] {
        let origins = try rows(
            """
            SELECT note, author, is_mine, visibility, assignee, done_by FROM mirrored_note
            WHERE owner = ?1
            """
        ) { row in row.uuid(0).map { ($0, Origin(row)) } }
        let known = Dictionary(origins) { first, _ in first }
        return try ownNotes(of: source).map { stored in
            let origin = known[stored.id] ?? Origin()
            var note = Note(stored)
            note.task?.assignee = origin.assignee
            return MirroredNote(
                note, id: stored.id, version: stored.version, author: origin.author,
                isMine: origin.isMine, visibility: origin.visibility ?? .private,
                doneBy: origin.doneBy,
                photos: Dictionary(stored.photos.map { ($0.number, $0.id) }) { first, _ in first })
        }
    }

    /// Returns notes with their numbers in this home, which those of others keep.
    fileprivate func numbered(_ notes: [MirroredNote]) throws -> [MirroredNote] {
        let stored = try rows("SELECT id, number FROM note WHERE owner = ?1") { row in
            row.uuid(0).flatMap { id in row.integer(1).map { (id, $0) } }
        }
        let known = Dictionary(stored) { first, _ in first }
        var next = max(MirroredNote.firstForeign, (stored.map(\.1).max() ?? 0) + 1)
        var numbers: Set<Int64> = []
        return notes.compactMap { note in
            var note = note
            if !note.isMine {
                if let number = known[note.id], number >= MirroredNote.firstForeign {
                    note.note.number = number
                } else {
                    note.note.number = next
                    next += 1
                }
            }
            return numbers.insert(note.note.number).inserted ? note : nil
        }
    }

    fileprivate func insert(_ favorite: Favorite, of source: UUID) throws {
        try execute(
            "INSERT INTO favorite (owner, source, vehicle_id, added_at) VALUES (?1, ?2, ?3, ?4)",
            [.uuid(source), .text(favorite.id), .time(favorite.addedAt)])
    }

    /// Inserts a note that no user of a server in this home sees, in place of one with its ID or
    /// number.
    fileprivate func insert(_ mirrored: MirroredNote, of source: UUID) throws {
        let note = mirrored.note
        try execute(
            "DELETE FROM note WHERE owner = ?1 AND (id = ?2 OR number = ?3)",
            [.uuid(mirrored.id), .integer(note.number)])
        var record = NoteRecord(
            NoteContent(note, of: source), id: mirrored.id, number: note.number, at: note.createdAt)
        (record.version, record.editedAt) = (mirrored.version, note.editedAt)
        record.doneAt = note.doneAt
        try insert(record)
        try execute(
            """
            INSERT INTO mirrored_note (owner, note, author, is_mine, visibility, assignee, done_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .uuid(mirrored.id), .optional(mirrored.author),
                .integer(mirrored.isMine ? 1 : 0), .text(mirrored.visibility.rawValue),
                .optional(note.task?.assignee), .optional(mirrored.doneBy),
            ])
        for photo in note.photos { try insert(photo, mirrored) }
    }

    private func insert(_ photo: Photo, _ note: MirroredNote) throws {
        guard let id = note.photos[photo.number] else { return }
        try execute(
            """
            INSERT INTO photo (owner, hash, format, width, height, bytes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            [
                .text(photo.hash), .text(photo.info.format.rawValue),
                .integer(Int64(photo.info.width)), .integer(Int64(photo.info.height)),
                .integer(Int64(photo.bytes)),
            ])
        try execute(
            """
            INSERT INTO note_photo (owner, id, note, hash, number, added_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            [
                .uuid(id), .uuid(note.id), .text(photo.hash), .integer(Int64(photo.number)),
                .time(note.note.createdAt),
            ])
    }
}

/// The columns of a mirrored note that only the server knows.
private struct Origin {
    var author: String?
    var isMine = true
    var visibility: NoteVisibility?
    var assignee: String?
    var doneBy: String?

    init() {}

    init(_ row: any SQLRow) {
        (author, isMine) = (row.text(1), row.integer(2) == 1)
        visibility = row.text(3).flatMap(NoteVisibility.init)
        (assignee, doneBy) = (row.text(4), row.text(5))
    }
}
