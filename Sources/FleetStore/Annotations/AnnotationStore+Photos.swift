import FleetCore
import POSIX

extension AnnotationStore {
    /// Runs a database transaction that adds or removes photos.
    ///
    /// Files are created before their rows and removed after them, under the lock of the folder. If
    /// the process is killed, every photo with a row is on disk; leftover files are removed at the
    /// next start.
    /// - Parameter removed: Photos that may be removed; evaluated under the lock.
    func withPhotoTransaction<T: Sendable>(
        adding files: PhotoFiles?, removing removed: ((AnnotationReader) throws -> [Photo])?,
        _ body: @escaping @Sendable (NoteWriter, [Photo]) throws -> T
    ) async throws -> T {
        guard let photos, files != nil || removed != nil else {
            guard files == nil else { throw PhotoError.noFolder }
            return try await database.write(durably: true) {
                try body(NoteWriter(transaction: $0), [])
            }
        }
        let lock = try await photos.lock()
        defer { lock.release() }
        let removed = try removed.map { try read($0) } ?? []
        guard files != nil || !removed.isEmpty else {
            return try await database.write(durably: true) {
                try body(NoteWriter(transaction: $0), [])
            }
        }
        let transaction = try PhotoTransaction(photos)
        try finish(transaction)
        try transaction.begin()
        // The rows are committed by then; the next start removes files that cannot be removed now.
        defer { try? finish(transaction) }
        try transaction.addToMarker(removed)
        let new = try files.map(transaction.copy) ?? []
        return try await database.write(durably: true) {
            try body(NoteWriter(transaction: $0), new)
        }
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
            keeping: try read { try $0.photoFiles(among: transaction.names) })
    }
}

extension AnnotationReader {
    /// Returns the file names that belong to photos of notes.
    fileprivate func photoFiles(among names: Set<String>) throws -> Set<String> {
        try names.filter { name in
            let parts = name.split(separator: ".")
            let formats = try transaction.rows(
                "SELECT format FROM photo WHERE hash = ?1", [.text(String(parts[0]))]
            ) { $0.text(0).flatMap(Photo.Format.init) }
            return formats.first?.fileExtension == String(parts[1])
        }
    }

    /// Returns the photos of a note.
    func photos(ofNote number: Int64, of key: SourceKey) throws -> [Photo] {
        try photos("AND note.number = ?2", [key.value, .integer(number)])[number] ?? []
    }

    /// Returns the photos of a source's notes, by note number.
    func photos(_ condition: String, _ values: [SQLValue]) throws -> [Int64: [Photo]] {
        let photos = try transaction.rows(
            """
            SELECT note.number, note_photo.number, photo.hash, format, width, height, bytes
            FROM note JOIN note_photo ON note_photo.note = note.number JOIN photo USING (hash)
            WHERE source = ?1 \(condition) ORDER BY note.number, note_photo.number
            """, values
        ) { row in Photo(row: row).map { (note: row.integer(0) ?? 0, photo: $0) } }
        return Dictionary(grouping: photos, by: \.note).mapValues { $0.map(\.photo) }
    }
}

extension Photo {
    fileprivate init?(row: any SQLRow) {
        guard let format = row.text(3).flatMap(Format.init), let hash = row.text(2),
            let number = row.integer(1), let width = row.integer(4), let height = row.integer(5),
            let bytes = row.integer(6)
        else { return nil }
        self.init(
            number: Int(number), hash: hash,
            info: Info(format: format, width: Int(width), height: Int(height)), bytes: Int(bytes))
    }
}
