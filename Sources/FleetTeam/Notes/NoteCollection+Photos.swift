public import FleetCore
import FleetSQL
public import Foundation

// A photo is added in three steps: `prepareFile` makes an entry for the cleanup, the caller writes
// the file, `addPhoto` adds the rows and drops the entry. Whatever a killed process leaves behind,
// there is no row without a file, and a file without a row has an entry.
extension NoteCollection {
    /// Prepares the file of a photo, which the caller then writes to disk.
    /// - Parameter hash: The SHA-256 of the file, in 64 lower-case hexadecimal digits.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``, ``TeamError/tooMany(_:limit:)``.
    public func prepareFile(
        hash: String, format: Photo.Format, for note: UUID
    ) async throws -> PhotoFile {
        try await access.write(.notes) { transaction in
            let owner = try transaction.ownerOfEditable(note)
            let file = PhotoFile(
                owner: owner, hash: hash, format: format, preparedAt: transaction.now)
            try transaction.checkLimits(ofNote: note, owner, adding: 1)
            try transaction.prepare(file)
            return file
        }
    }

    /// Adds a photo, whose file is on disk, to a note; nothing happens if the note has it.
    /// - Throws: ``TeamError/notFound``, also if the file was prepared so long ago that it may have
    ///   been cleaned up; ``TeamError/forbidden``; ``TeamError/tooMany(_:limit:)``.
    public func addPhoto(
        _ file: PhotoFile, width: Int, height: Int, bytes: Int, to note: UUID
    ) async throws -> TeamPhoto {
        try await access.write(.notes) { transaction in
            let owner = try transaction.ownerOfEditable(note)
            guard owner == file.owner else { throw TeamError.notFound }
            let isNew = try transaction.add(
                file, width: width, height: height, bytes: bytes, to: note)
            if isNew { try transaction.advanceVersion(of: note) }
            try transaction.checkLimits(ofNote: note, owner)
            let photos = try transaction.note(note).photos
            guard let photo = photos.first(where: { $0.file.hash == file.hash }) else {
                throw TeamError.notFound
            }
            return photo
        }
    }

    /// Returns a photo of a note.
    /// - Throws: ``TeamError/notFound``.
    public func photo(_ id: UUID, of note: UUID) async throws -> TeamPhoto {
        try await access.read(.notes, of: .notes) { transaction in
            guard let photo = try transaction.note(note).photos.first(where: { $0.id == id })
            else { throw TeamError.notFound }
            return photo
        }
    }

    /// Removes a photo from a note.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``.
    public func removePhoto(_ id: UUID, from note: UUID) async throws {
        try await access.write(.notes) { transaction in
            let found = try transaction.note(note)
            guard found.photos.contains(where: { $0.id == id }) else { throw TeamError.notFound }
            guard found.canEdit else { throw TeamError.forbidden }
            try transaction.execute(
                """
                DELETE FROM note_photo WHERE id = ?2 AND (owner, note) IN
                    (SELECT owner, id FROM note WHERE id = ?3 AND \(transaction.isVisible))
                """, [.uuid(id), .uuid(note)])
            try transaction.advanceVersion(of: note)
        }
    }
}

extension UserTransaction {
    /// Returns the author of a note that the user may change.
    /// - Throws: ``TeamError/notFound``, ``TeamError/forbidden``.
    fileprivate func ownerOfEditable(_ note: UUID) throws -> UserID {
        guard try self.note(note).canEdit else { throw TeamError.forbidden }
        let owners = try rows(
            "SELECT owner FROM note WHERE id = ?2 AND \(isVisible)", [.uuid(note)]
        ) { $0.uuid(0) }
        guard let owner = owners.first else { throw TeamError.notFound }
        return UserID(owner)
    }

    /// Makes an entry for the cleanup, before a file is written.
    func prepare(_ file: PhotoFile) throws {
        try transaction.sql.execute(
            """
            INSERT INTO photo_cleanup (owner, hash, format, at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (owner, hash) DO UPDATE SET at = ?4
            """,
            [
                .uuid(file.owner.uuid), .text(file.hash), .text(file.format.rawValue), .time(now),
            ])
    }

    /// Adds a photo, whose file is on disk, to a note of the file's owner; returns whether the note
    /// did not have it.
    /// - Throws: ``TeamError/notFound`` if the file was cleaned up.
    func add(
        _ file: PhotoFile, width: Int, height: Int, bytes: Int, to note: UUID
    ) throws -> Bool {
        try takeFile(file, width: width, height: height, bytes: bytes)
        let count = try transaction.sql.execute(
            """
            INSERT INTO note_photo (owner, id, note, hash, number, added_at)
            SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS TEXT),
                1 + coalesce(max(number), 0), CAST(?5 AS BIGINT)
            FROM note_photo WHERE owner = ?1 AND note = ?3
            ON CONFLICT (owner, note, hash) DO NOTHING
            """,
            [
                .uuid(file.owner.uuid), .uuid(transaction.newID()), .uuid(note),
                .text(file.hash), .time(now),
            ])
        return count > 0
    }

    /// Counts a change of a note's photos.
    fileprivate func advanceVersion(of note: UUID) throws {
        try execute(
            "UPDATE note SET version = version + 1 WHERE id = ?2 AND \(isVisible)",
            [.uuid(note)])
    }

    /// Adds the row of a file and drops its entry for the cleanup.
    /// - Throws: ``TeamError/notFound`` if there is neither.
    fileprivate func takeFile(_ file: PhotoFile, width: Int, height: Int, bytes: Int) throws {
        let sql = transaction.sql
        let key: [SQLValue] = [.uuid(file.owner.uuid), .text(file.hash)]
        let entries = try sql.execute(
            "DELETE FROM photo_cleanup WHERE owner = ?1 AND hash = ?2", key)
        let rows = try sql.integer(
            "SELECT count(*) FROM photo WHERE owner = ?1 AND hash = ?2", key)
        guard entries + Int(rows) > 0 else { throw TeamError.notFound }
        try sql.execute(
            """
            INSERT INTO photo (owner, hash, format, width, height, bytes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            key + [
                .text(file.format.rawValue), .integer(Int64(width)), .integer(Int64(height)),
                .integer(Int64(bytes)),
            ])
    }

    /// Throws ``TeamError/tooMany(_:limit:)`` if a note or its author has too many photos.
    func checkLimits(
        ofNote note: UUID, _ owner: UserID, adding count: Int64 = 0
    ) throws {
        let photos = try transaction.sql.integer(
            "SELECT count(*) FROM note_photo WHERE owner = ?1 AND note = ?2",
            [.uuid(owner.uuid), .uuid(note)])
        guard photos + count <= Photo.limit else {
            throw TeamError.tooMany(.photos, limit: Photo.limit)
        }
        let total = try transaction.sql.integer(
            "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM photo WHERE owner = ?1",
            [.uuid(owner.uuid)])
        guard total <= Photo.maxTotalBytes else {
            throw TeamError.tooMany(.photoBytes, limit: Int(Photo.maxTotalBytes))
        }
    }
}
