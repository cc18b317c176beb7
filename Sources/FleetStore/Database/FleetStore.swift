public import FleetCore
import GRDB

/// The database of all sources, and the source of truth of what is shown.
///
/// It is the file `fleet.sqlite`, with every source's last good snapshot, its back-off, and what is
/// remembered of its feed.
///
/// A snapshot is one transaction: a process that is killed leaves the old one or the new one. Any
/// number of processes may use one file; a writer waits up to five seconds for another.
public final class FleetStore: Sendable {
    /// The file, or `:memory:`.
    public let path: String
    /// The photos of its notes; `nil` for a store in memory.
    public let photos: PhotoFolder?
    private let connect: @Sendable () throws -> DatabaseQueue

    /// Opens the file, or makes it, and brings it to the current schema.
    ///
    /// Nothing is overwritten: what is no store of this program is refused with the reason. If the file
    /// is moved or removed later, the one in its place is used from then on, or made.
    public init(path: String) throws(StoreFailure) {
        self.path = path
        let file = try StoreFile(path)
        photos = PhotoFolder(beside: path)
        connect = { try file.queue() }
        clearPhotos()
    }

    /// Opens a file in a home that cannot be written; ``commit(_:for:)`` and the like fail.
    public init(readingOnly path: String) throws(StoreFailure) {
        self.path = path
        let queue = try StoreConnection.openReadOnly(path)
        photos = PhotoFolder(beside: path)
        connect = { queue }
    }

    private init(queue: DatabaseQueue) {
        path = ":memory:"
        photos = nil
        connect = { queue }
    }

    /// A store for locations that are not kept; it is gone with the object.
    public static func inMemory() throws -> FleetStore {
        FleetStore(queue: try StoreConnection.inMemory())
    }

    /// Closes the file; nothing may be read or written after.
    ///
    /// Letting go of the store does so too.
    public func close() throws {
        try StoreFailure.translating(at: path) { try connect().close() }
    }

    /// Reads several things of one moment in one read transaction.
    public func snapshot<T>(_ body: (StoreReader) throws -> T) throws -> T {
        try StoreFailure.translating(at: path) {
            try connect().read { try body(StoreReader(database: $0)) }
        }
    }

    /// What is remembered of a source; an empty record if nothing is.
    public func record(of key: SourceKey) async throws -> SourceRecord {
        try await StoreFailure.translating(at: path) {
            try await connect().read { try StoreReader(database: $0).record(of: key) }
        }
    }

    /// Stores what a request brought, in one transaction, and returns what is known then.
    ///
    /// An answer to a request that began before the one that brought the stored snapshot is
    /// dropped. Cancelling the caller's task does not stop a commit half-way.
    public func commit(_ delivery: Delivery, for key: SourceKey) async throws -> SnapshotInfo {
        try await write { database in
            var source = try StoredSource.made(for: key, in: database)
            if case .notModified = delivery.answer, source.record.info == nil {
                throw StoreFailure.nothingStored(source: key.text)
            }
            try source.accept(delivery, in: database)
            guard let info = source.record.info else {
                throw StoreFailure.nothingStored(source: key.text)
            }
            return info
        }
    }

    /// Stores that a request failed; the last good snapshot stays.
    public func fail(
        _ backOff: BackOff, request: RequestStamp, for key: SourceKey
    ) async throws {
        try await write { database in
            var source = try StoredSource.made(for: key, in: database)
            try source.accept(backOff, of: request, in: database)
        }
    }

    /// Removes all that is stored of a source.
    public func remove(_ key: SourceKey) async throws {
        try await write { try Self.delete(key, in: $0) }
    }

    private static func delete(_ key: SourceKey, in database: Database) throws {
        var delete = try SQLStatement(cached: "DELETE FROM source WHERE key = ?", in: database)
        try delete.bind(key.text)
        try delete.run()
    }

    /// Writes in a task of its own: GRDB rolls back what a cancelled task writes.
    ///
    /// What is to outlast even a loss of power is written `durably`.
    func write<T: Sendable>(
        durably: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let (connect, path) = (connect, path)
        return try await Task {
            try await StoreFailure.translating(at: path) {
                try await connect().writeWithoutTransaction { database in
                    try StoreConnection.write(to: database, durably: durably, body)
                }
            }
        }.value
    }
}
