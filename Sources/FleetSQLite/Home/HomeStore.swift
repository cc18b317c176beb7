public import FleetCore
public import FleetSQL

/// The store of a home, in the file `fleet.sqlite`.
///
/// If it is moved or removed while it is open, the one in its place is used, or a new one is
/// created. While it cannot be written, newer snapshots are in the fallback of the home.
///
///     let store = try HomeStore(path: path)
///     let info = try store.snapshots.read { try $0.info(of: key) }
public struct HomeStore: FleetStore {
    /// The snapshots of the feeds.
    public let snapshots: any SnapshotStore
    /// The changes between the snapshots.
    public let changes: any ChangeStore
    private let file: SQLiteFile
    private let fallback: FallbackFile?
    /// The favorites and notes, whose vehicles are remembered.
    private let annotations: HomeTeamFile?
    private let isWritable: Bool

    /// Opens or creates the file and creates its tables if it is empty.
    ///
    /// Never overwrites anything: a file that is not a store of this program is an error.
    /// - Parameters:
    ///   - annotations: The favorites and notes, whose vehicles are remembered after they left their
    ///     feed; without them, none is remembered for longer than a day.
    ///   - lockLimit: Time to wait for another process's lock.
    public init(
        path: String, fallback: FallbackFile? = nil, annotations: HomeTeamFile? = nil,
        lockLimit: Duration = HomeStore.lockLimit
    ) throws(StoreError) {
        self.init(
            try SQLiteFile.open(path, lockLimit: lockLimit), at: path, fallback, annotations)
    }

    /// The usual time to wait for another process's lock.
    public static let lockLimit = SQLiteConnection.lockLimit

    /// Opens a file in a home that cannot be written; writes fail, or go to the fallback.
    public init(readingOnly path: String, fallback: FallbackFile? = nil) throws(StoreError) {
        self.init(try SQLiteFile.openReadOnly(path), at: path, fallback, isWritable: false)
    }

    private init(
        _ file: SQLiteFile, at path: String, _ fallback: FallbackFile? = nil,
        _ annotations: HomeTeamFile? = nil, isWritable: Bool = true
    ) {
        (self.file, self.fallback, self.isWritable) = (file, fallback, isWritable)
        self.annotations = annotations
        let main = SQLiteSnapshotStore(file: file) { source in
            // The file may be replaced before the next read, an hour later.
            defer { try? annotations?.close() }
            return try annotations?.vehicles(of: source) ?? []
        }
        snapshots =
            fallback.map {
                FallbackSnapshotStore(main: main, path: path, isWritable: isWritable, fallback: $0)
            } ?? main
        changes = SQLiteChangeStore(file: file)
    }

    /// Returns a store in memory, for locations that are not stored on disk.
    public static func inMemory() throws -> HomeStore {
        HomeStore(try SQLiteFile.inMemory(), at: "")
    }

    /// Returns the store of a home without a file, whose snapshots are in the fallback.
    public static func missing(_ path: String, fallback: FallbackFile) throws -> HomeStore {
        HomeStore(try SQLiteFile.inMemory(), at: path, fallback, isWritable: false)
    }

    /// Error of the last outcome that went to the fallback, because the file could not be written.
    public var writeError: StoreError? { fallback?.writeError }

    /// Whether all feeds of a home are in this store.
    public var isOnDisk: Bool { file.path != nil || fallback != nil }

    /// Returns the same store with a connection of its own, so that its reads do not wait for
    /// writes here; a store in memory stays the same.
    public func withOwnConnection() throws(StoreError) -> any FleetStore {
        guard let path = file.path, isWritable else { return self }
        return try HomeStore(path: path, fallback: fallback, annotations: annotations)
    }

    /// Returns a mark of what all feeds have stored; `nil` if it cannot be read at once, or if some
    /// snapshots are in the fallback.
    public func mark() -> CommitMark? {
        fallback?.isUsed == true ? nil : file.mark()
    }

    /// Records a one-time notice about a source; returns whether it was not recorded before.
    public func recordNotice(_ name: String, for key: SourceKey) async throws -> Bool {
        try await file.write(durably: false) { transaction in
            let count = try transaction.execute(
                "INSERT INTO notice (source, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [.text(key.uuidText), .text(name)])
            return count > 0
        }
    }

    /// Removes what was recorded about the notices of a source.
    public func removeNotices(of key: SourceKey) async throws {
        try await file.write(durably: false) { transaction in
            _ = try transaction.execute(
                "DELETE FROM notice WHERE source = ?1", [.text(key.uuidText)])
        }
    }

    /// Closes the file; the store must not be used afterwards.
    public func close() throws {
        try file.close()
    }
}
