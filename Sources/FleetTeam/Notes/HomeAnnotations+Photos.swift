import FleetCore
import FleetSettings
import Foundation

// The files of photos are written after entries for the cleanup and before their rows, and removed
// after their rows, all under a lock. Whatever a killed process leaves behind, no row is without a
// file, and each file without a row has an entry.
extension HomeAnnotations {
    /// Runs a write transaction that adds or removes photos.
    /// - Parameters:
    ///   - files: The files of the photos to add, which `body` receives.
    ///   - removing: Whether `body` may remove photos.
    @discardableResult
    func withPhotos<T: Sendable>(
        adding files: PhotoFiles? = nil, removing: Bool = false,
        _ body: @escaping @Sendable (UserTransaction, [Photo]) throws -> T
    ) async throws -> T {
        guard files != nil || removing else { return try await write { try body($0, []) } }
        return try await photos.withLock {
            do {
                if let files {
                    try await write { transaction in
                        for photo in files.photos { try transaction.prepare(photo) }
                    }
                    try files.forEach { try photos.write($1, as: $0.fileName) }
                }
                let result = try await write { try body($0, files?.photos ?? []) }
                // The rows are committed by now; the next command removes files that are left.
                try? await cleanUp()
                return result
            } catch {
                try? await cleanUp()
                throw error
            }
        }
    }

    /// Removes the files that a killed process left behind, unless another process is changing
    /// photos.
    ///
    /// With nothing left behind it costs one short read.
    public func removeLeftoverPhotos() async {
        guard owner == .local, (try? hasLeftovers()) == true else { return }
        // An error does not fail the command; the next one tries again.
        try? await photos.ifUnlocked { try await cleanUp() }
    }

    private func hasLeftovers() throws -> Bool {
        try read { transaction in
            try transaction.integer("SELECT 1 FROM photo_cleanup WHERE owner = ?1 LIMIT 1") > 0
        } ?? false
    }

    /// Removes the files that have an entry and no row; the caller has the lock, so no other
    /// process is writing one.
    private func cleanUp() async throws {
        guard try hasLeftovers() else { return }
        photos.removeIncompleteFiles()
        try await write { [owner, photos] transaction in
            let files = try PhotoCleanup(in: transaction.transaction).files(
                before: Timestamp(milliseconds: .max), of: owner.id)
            for file in files {
                try PhotoCleanup(in: transaction.transaction).remove(file) { file in
                    try photos.remove(file.name)
                    return true
                }
            }
        }
    }
}

extension UserTransaction {
    /// Makes an entry for the cleanup, before the file of an own photo is written.
    fileprivate func prepare(_ photo: Photo) throws {
        try prepare(PhotoFile(owner: owner, hash: photo.hash, format: photo.info.format))
    }

    /// Adds photos, whose files are on disk, to an own note; those that it has already are skipped.
    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    func add(_ photos: [Photo], to note: UUID) throws {
        for photo in photos {
            _ = try add(
                PhotoFile(owner: owner, hash: photo.hash, format: photo.info.format),
                width: photo.info.width, height: photo.info.height, bytes: photo.bytes, to: note)
        }
        if !photos.isEmpty { try checkLimits(ofNote: note, owner) }
    }
}
