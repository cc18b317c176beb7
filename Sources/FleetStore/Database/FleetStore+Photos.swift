import FleetCore
import GRDB

extension FleetStore {
    /// Runs a database transaction that adds or removes photos.
    ///
    /// Files are created before their rows and removed after them, under the lock of the folder. If
    /// the process is killed, every photo with a row is on disk; leftover files are removed at the
    /// next start.
    /// - Parameter removed: Photos that may be removed; evaluated under the lock.
    func withPhotoTransaction<T: Sendable>(
        adding files: PhotoFiles?, removing removed: ((StoreReader) throws -> [Photo])?,
        _ body: @escaping @Sendable (NoteWriter, [Photo]) throws -> T
    ) async throws -> T {
        guard let photos, files != nil || removed != nil else {
            guard files == nil else { throw PhotoError.noFolder }
            return try await write(durably: true) { try body(NoteWriter(database: $0), []) }
        }
        let lock = try await photos.lock()
        defer { lock.release() }
        let removed = try removed.map(snapshot) ?? []
        guard files != nil || !removed.isEmpty else {
            return try await write(durably: true) { try body(NoteWriter(database: $0), []) }
        }
        let transaction = try PhotoTransaction(photos)
        try finish(transaction)
        try transaction.begin()
        // The rows are committed by then; the next start removes files that cannot be removed now.
        defer { try? finish(transaction) }
        try transaction.addToMarker(removed)
        let new = try files.map(transaction.copy) ?? []
        return try await write(durably: true) { try body(NoteWriter(database: $0), new) }
    }

    /// Removes the files that an interrupted transaction left in the photo folder, unless another
    /// process is using it.
    func removeLeftoverPhotos() {
        guard let photos, photos.hasUnfinishedTransaction, let lock = try? photos.tryLock() else {
            return
        }
        defer { lock.release() }
        // An error does not fail the start; the next start tries again.
        try? finish(PhotoTransaction(photos))
    }

    private func finish(_ transaction: PhotoTransaction) throws {
        guard !transaction.names.isEmpty || photos?.hasUnfinishedTransaction == true else { return }
        try transaction.finish(
            keeping: try snapshot { try $0.photoFiles(among: transaction.names) })
    }
}

extension StoreReader {
    /// Returns the file names that belong to photos of notes.
    fileprivate func photoFiles(among names: Set<String>) throws -> Set<String> {
        var statement = try SQLStatement(
            new: "SELECT format FROM photo WHERE hash = ?", in: database)
        return try names.filter { name in
            let parts = name.split(separator: ".")
            try statement.bind(String(parts[0]))
            defer { statement.finish() }
            guard try statement.step() else { return false }
            let format = statement.text(0).flatMap(Photo.Format.init)
            return format?.fileExtension == String(parts[1])
        }
    }

    /// Returns the photos of a source's notes, by note number.
    func photos(where condition: SQLFragment, of key: SourceKey) throws -> [Int64: [Photo]] {
        var statement = try SQLStatement(
            new: """
                SELECT number, place, photo.hash, format, width, height, bytes
                FROM note JOIN note_photo ON note_photo.note = number JOIN photo USING (hash)
                WHERE source = ?\(condition.sql) ORDER BY number, place
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        try statement.bind(condition.values)
        var photos: [Int64: [Photo]] = [:]
        while try statement.step() {
            if let photo = Photo(from: statement) {
                photos[statement.integer(0), default: []].append(photo)
            }
        }
        return photos
    }
}

extension Photo {
    fileprivate init?(from row: SQLStatement) {
        guard let format = row.text(3).flatMap(Format.init) else { return nil }
        let info = Info(
            format: format, width: Int(row.integer(4)), height: Int(row.integer(5)))
        self.init(
            number: Int(row.integer(1)), hash: row.text(2) ?? "", info: info,
            bytes: Int(row.integer(6)))
    }
}
