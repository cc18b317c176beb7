/// The storage of a home: the snapshots of the feeds, and the favorites and notes.
///
/// The file `fleet.sqlite` holds both. If it is moved or removed while it is open, the one in its
/// place is used, or a new one is created. While it cannot be written, newer snapshots are in the
/// fallback of the home.
public struct FleetStore: Sendable {
    /// The snapshots of the feeds.
    public let snapshots: any SnapshotStore
    /// The changes between the snapshots.
    public let changes: any ChangeStore
    /// The favorites and notes.
    public let annotations: AnnotationStore
    private let file: SQLiteFile
    private let fallback: FallbackFile?
    private let isWritable: Bool
    /// Whether the snapshots are in another database, which reads for several readers at a time.
    private let hasSharedSnapshots: Bool

    /// Opens or creates the file and creates its tables if it is empty.
    ///
    /// Never overwrites anything: a file that is not a store of this program is an error.
    public init(path: String, fallback: FallbackFile? = nil) throws(StoreError) {
        self.init(
            try SQLiteFile.open(path), at: path, photos: PhotoFolder(nextTo: path), fallback)
        annotations.removeLeftoverPhotos()
    }

    /// Opens a file in a home that cannot be written; writes fail, or go to the fallback.
    public init(readingOnly path: String, fallback: FallbackFile? = nil) throws(StoreError) {
        self.init(
            try SQLiteFile.openReadOnly(path), at: path, photos: PhotoFolder(nextTo: path),
            fallback, isWritable: false)
    }

    private init(
        _ file: SQLiteFile, at path: String, photos: PhotoFolder?, _ fallback: FallbackFile? = nil,
        isWritable: Bool = true
    ) {
        (self.file, self.fallback, self.isWritable) = (file, fallback, isWritable)
        hasSharedSnapshots = false
        let main = SQLiteSnapshotStore(file: file)
        snapshots =
            fallback.map {
                FallbackSnapshotStore(main: main, path: path, isWritable: isWritable, fallback: $0)
            } ?? main
        changes = SQLiteChangeStore(file: file)
        annotations = AnnotationStore(database: file, photos: photos)
    }

    /// Creates a store whose snapshots and changes are in another database than the favorites and notes
    /// of a home.
    public init(_ local: FleetStore, snapshots: any SnapshotStore, changes: any ChangeStore) {
        (self.snapshots, self.changes) = (snapshots, changes)
        (annotations, file) = (local.annotations, local.file)
        (fallback, isWritable, hasSharedSnapshots) = (nil, local.isWritable, true)
    }

    /// Returns a store in memory, for locations that are not stored on disk.
    public static func inMemory() throws -> FleetStore {
        FleetStore(try SQLiteFile.inMemory(), at: "", photos: nil)
    }

    /// Returns the store of a home without a file, whose snapshots are in the fallback.
    public static func missing(_ path: String, fallback: FallbackFile) throws -> FleetStore {
        FleetStore(
            try SQLiteFile.inMemory(), at: path, photos: nil, fallback, isWritable: false)
    }

    /// Error of the last outcome that went to the fallback, because the file could not be written.
    public var writeError: StoreError? { fallback?.writeError }

    /// Whether all feeds of a home are in this store.
    public var isOnDisk: Bool { file.path != nil || fallback != nil || hasSharedSnapshots }

    /// Returns the same store with a connection of its own, so that its reads do not wait for writes
    /// here; a store in memory, or with snapshots in another database, stays the same.
    public func withOwnConnection() throws(StoreError) -> FleetStore {
        guard let path = file.path, isWritable, !hasSharedSnapshots else { return self }
        return try FleetStore(path: path, fallback: fallback)
    }

    /// Returns a mark of what all feeds have stored; `nil` if it cannot be read at once, or if some
    /// snapshots are in the fallback or in another database.
    public func mark() -> CommitMark? {
        fallback?.isUsed == true || hasSharedSnapshots ? nil : file.mark()
    }

    /// Closes the file; the store must not be used afterwards.
    public func close() throws {
        try file.close()
    }
}
