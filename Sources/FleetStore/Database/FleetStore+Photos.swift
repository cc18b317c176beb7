import FleetCore
import GRDB

extension FleetStore {
    /// Writes in one transaction what has photos come or go, so that whatever moment the process is
    /// killed at, each photo that a row names is on the disk, and any other goes by the next start.
    ///
    /// Files come before their rows and go after them, under the lock of the folder.
    /// - Parameter going: the photos that may go; it is asked under the lock.
    func changingPhotos<T: Sendable>(
        adding files: PhotoFiles?, removing going: ((StoreReader) throws -> [Photo])?,
        _ body: @escaping @Sendable (NoteWriter, [Photo]) throws -> T
    ) async throws -> T {
        guard let photos, files != nil || going != nil else {
            guard files == nil else { throw PhotoFailure.noFolder }
            return try await write(durably: true) { try body(NoteWriter(database: $0), []) }
        }
        let lock = try await photos.lock()
        defer { lock.release() }
        let going = try going.map(snapshot) ?? []
        guard files != nil || !going.isEmpty else {
            return try await write(durably: true) { try body(NoteWriter(database: $0), []) }
        }
        let change = try PhotoChange(photos)
        try end(change)
        try change.begin()
        // What is written is written; files that cannot be removed now are by the next start.
        defer { try? end(change) }
        try change.mention(going)
        let new = try files.map(change.take) ?? []
        return try await write(durably: true) { try body(NoteWriter(database: $0), new) }
    }

    /// Removes what a change that was cut off left in the folder of the photos, unless a process is at
    /// work there.
    func clearPhotos() {
        guard let photos, photos.isUnfinished, let lock = try? photos.tryLock() else { return }
        defer { lock.release() }
        // A start does not fail by this; the next one tries again.
        try? end(PhotoChange(photos))
    }

    private func end(_ change: PhotoChange) throws {
        guard !change.names.isEmpty || photos?.isUnfinished == true else { return }
        try change.end(keeping: try snapshot { try $0.photoFiles(among: change.names) })
    }
}

extension StoreReader {
    /// Those of some names of files that are those of photos which notes have.
    func photoFiles(among names: Set<String>) throws -> Set<String> {
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

    /// The photos of notes of a source, by the number of the note.
    func photos(where condition: Condition, of key: SourceKey) throws -> [Int64: [Photo]] {
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
        let facts = Facts(
            format: format, width: Int(row.integer(4)), height: Int(row.integer(5)))
        self.init(
            number: Int(row.integer(1)), hash: row.text(2) ?? "", facts: facts,
            bytes: Int(row.integer(6)))
    }
}
