/// The storage of a home: the snapshots of the feeds, and the favorites and notes.
///
/// The file `fleet.sqlite` holds both. If it is moved or removed while it is open, the one in its
/// place is used, or a new one is created.
public struct FleetStore: Sendable {
    /// The snapshots of the feeds.
    public let snapshots: any SnapshotStore
    /// The favorites and notes.
    public let annotations: AnnotationStore
    private let file: SQLiteFile

    /// Opens or creates the file and migrates it to the current schema.
    ///
    /// Never overwrites anything: a file that is not a store of this program is an error.
    public init(path: String) throws(StoreError) {
        self.init(try SQLiteFile.open(path), photos: PhotoFolder(nextTo: path))
        annotations.removeLeftoverPhotos()
    }

    /// Opens a file in a home that cannot be written; writes fail.
    public init(readingOnly path: String) throws(StoreError) {
        self.init(try SQLiteFile.openReadOnly(path), photos: PhotoFolder(nextTo: path))
    }

    private init(_ file: SQLiteFile, photos: PhotoFolder?) {
        self.file = file
        snapshots = SQLiteSnapshotStore(file: file)
        annotations = AnnotationStore(database: file, photos: photos)
    }

    /// Returns a store in memory, for locations that are not stored on disk.
    public static func inMemory() throws -> FleetStore {
        FleetStore(try SQLiteFile.inMemory(), photos: nil)
    }

    /// Whether the store is a file.
    public var isOnDisk: Bool { file.path != nil }

    /// Returns the same store with a connection of its own, so that its reads do not wait for writes
    /// here; a store in memory has only one.
    public func withOwnConnection() throws(StoreError) -> FleetStore {
        guard let path = file.path else { return self }
        return try FleetStore(path: path)
    }

    /// Closes the file; the store must not be used afterwards.
    public func close() throws {
        try file.close()
    }
}
