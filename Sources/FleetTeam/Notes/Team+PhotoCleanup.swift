import FleetCore
import FleetSQL

extension Team {
    /// Time from the preparation of a file until it counts as left behind.
    static let photoCleanupDelay = Duration.seconds(3600)

    /// Time ahead from which an entry comes from a wrong clock, and counts from now on.
    private static let horizon = Duration.seconds(300)

    /// Removes the files that no note has any more, or that a killed process left behind.
    ///
    /// A file that cannot be removed keeps no other one.
    /// - Parameter remove: Removes a file; one that does not exist is no error. It runs in a
    ///   transaction, so that nobody adds the file at the same time.
    /// - Throws: The first error of `remove`, after all files.
    public func removeUnusedPhotos(
        _ remove: @escaping @Sendable (PhotoFile) throws -> Void
    ) async throws {
        let failure = try await write { transaction in
            try transaction.sql.execute(
                "UPDATE photo_cleanup SET at = ?1 WHERE at > ?2",
                [.time(transaction.now), .time(transaction.now + Self.horizon)])
            let files = try PhotoCleanup(in: transaction).files(
                before: transaction.now - Self.photoCleanupDelay)
            var failure: (any Error)?
            for file in files {
                try PhotoCleanup(in: transaction).remove(file) { file in
                    do {
                        try remove(file)
                        return true
                    } catch {
                        failure = failure ?? error
                        return false
                    }
                }
            }
            return failure
        }
        if let failure { throw failure }
    }

    /// Removes the file of an upload that failed, unless a note has it or another upload of it is in
    /// progress.
    /// - Parameter remove: As for ``removeUnusedPhotos(_:)``.
    public func discard(
        _ file: PhotoFile, _ remove: @escaping @Sendable (PhotoFile) throws -> Void
    ) async throws {
        guard let preparedAt = file.preparedAt else { return }
        try await write { transaction in
            let entries = try transaction.sql.integer(
                "SELECT count(*) FROM photo_cleanup WHERE owner = ?1 AND hash = ?2 AND at = ?3",
                [.uuid(file.owner.uuid), .text(file.hash), .time(preparedAt)])
            guard entries > 0 else { return }
            try PhotoCleanup(in: transaction).remove(file) { file in
                try remove(file)
                return true
            }
        }
    }
}

/// The files of photos that may have no row, as in
/// `PhotoCleanup(in: transaction).files(before: time)`.
struct PhotoCleanup {
    private let transaction: TeamTransaction

    init(in transaction: TeamTransaction) { self.transaction = transaction }

    /// Returns files that may have no row, of all owners or of one.
    /// - Parameter time: Only those that were prepared, or lost their last note, until then.
    func files(before time: Timestamp, of owner: UserID? = nil) throws -> [PhotoFile] {
        try transaction.sql.rows(
            """
            SELECT owner, hash, format FROM photo_cleanup
            WHERE at <= ?1 AND (CAST(?2 AS TEXT) IS NULL OR owner = ?2)
            ORDER BY owner, hash LIMIT 1000
            """, [.time(time), .optional(owner?.text)]
        ) { row -> PhotoFile? in
            guard let owner = row.uuid(0), let hash = row.text(1),
                let format = row.text(2).flatMap(Photo.Format.init)
            else { return nil }
            return PhotoFile(owner: UserID(owner), hash: hash, format: format)
        }
    }

    /// Removes a file that no note has, and its entry if `remove` returns true.
    func remove(_ file: PhotoFile, _ remove: (PhotoFile) throws -> Bool) throws {
        let key: [SQLValue] = [.uuid(file.owner.uuid), .text(file.hash)]
        // An interrupted upload of a photo that another note has.
        let isUsed =
            try transaction.sql.integer(
                "SELECT count(*) FROM photo WHERE owner = ?1 AND hash = ?2", key) > 0
        guard try isUsed || remove(file) else { return }
        try transaction.sql.execute("DELETE FROM photo_cleanup WHERE owner = ?1 AND hash = ?2", key)
    }
}
