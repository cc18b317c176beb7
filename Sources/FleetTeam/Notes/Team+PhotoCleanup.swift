import FleetCore
import FleetSQL

extension Team {
    /// Time from the preparation of a file until it counts as left behind.
    static let photoCleanupDelay = Duration.seconds(3600)

    /// Removes the files that no note has any more, or that a killed process left behind.
    /// - Parameter remove: Removes a file; one that does not exist is no error. It runs in a
    ///   transaction, so that nobody adds the file at the same time.
    public func removeUnusedPhotos(
        _ remove: @escaping @Sendable (PhotoFile) throws -> Void
    ) async throws {
        try await write { transaction in
            let files = try transaction.photosToCleanUp(
                before: transaction.now - Self.photoCleanupDelay)
            for file in files { try transaction.cleanUp(file, remove) }
        }
    }
}

extension TeamTransaction {
    /// Returns files that may have no row, of all owners or of one.
    /// - Parameter time: Only those that were prepared, or lost their last note, until then.
    func photosToCleanUp(before time: Timestamp, of owner: UserID? = nil) throws -> [PhotoFile] {
        try sql.rows(
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

    /// Removes a file that no note has, and its entry.
    func cleanUp(_ file: PhotoFile, _ remove: (PhotoFile) throws -> Void) throws {
        let key: [SQLValue] = [.uuid(file.owner.uuid), .text(file.hash)]
        // An interrupted upload of a photo that another note has.
        let isUsed =
            try sql.integer("SELECT count(*) FROM photo WHERE owner = ?1 AND hash = ?2", key) > 0
        if !isUsed { try remove(file) }
        try sql.execute("DELETE FROM photo_cleanup WHERE owner = ?1 AND hash = ?2", key)
    }
}
