public import FleetCore
import GRDB

/// Database of all sources, the source of truth for everything shown.
///
/// The file `fleet.sqlite` holds each source's last good snapshot, back-off and feed cache state.
///
/// A snapshot is written in one transaction: a killed process leaves the old one or the new one.
/// Any number of processes may use one file; a writer waits up to five seconds for another.
public final class FleetStore: Sendable {
    /// Path of the file, or `:memory:`.
    public let path: String
    /// Folder of the notes' photos; `nil` for a store in memory.
    public let photos: PhotoFolder?
    private let connect: @Sendable () throws -> DatabaseQueue

    /// Opens or creates the file and migrates it to the current schema.
    ///
    /// Never overwrites anything: a file that is not a store of this program is an error. If the
    /// file is moved or removed later, the one in its place is used, or a new one is created.
    public init(path: String) throws(StoreError) {
        self.path = path
        let file = try StoreFile(path)
        photos = PhotoFolder(nextTo: path)
        connect = { try file.queue() }
        removeLeftoverPhotos()
    }

    /// Opens a file in a home that cannot be written; ``commit(_:for:)`` and other writes fail.
    public init(readingOnly path: String) throws(StoreError) {
        self.path = path
        let queue = try StoreConnection.openReadOnly(path)
        photos = PhotoFolder(nextTo: path)
        connect = { queue }
    }

    private init(queue: DatabaseQueue) {
        path = ":memory:"
        photos = nil
        connect = { queue }
    }

    /// Returns a store in memory, for locations that are not stored on disk.
    public static func inMemory() throws -> FleetStore {
        FleetStore(queue: try StoreConnection.inMemory())
    }

    /// Closes the file; the store must not be used afterwards.
    ///
    /// Deinitialization closes it too.
    public func close() throws {
        try StoreError.translating(at: path) { try connect().close() }
    }

    /// Runs `body` in one read transaction, so all its reads see the same state.
    public func snapshot<T>(_ body: (StoreReader) throws -> T) throws -> T {
        try StoreError.translating(at: path) {
            try connect().read { try body(StoreReader(database: $0)) }
        }
    }

    /// Returns the stored record of a source; empty if there is none.
    public func record(of key: SourceKey) async throws -> SourceRecord {
        try await StoreError.translating(at: path) {
            try await connect().read { try StoreReader(database: $0).record(of: key) }
        }
    }

    /// Stores the outcome of a request in one transaction and returns the resulting snapshot info.
    ///
    /// The outcome of a request that began before the one that brought the stored snapshot is
    /// dropped. Cancelling the caller's task does not interrupt a commit.
    public func commit(_ outcome: FetchOutcome, for key: SourceKey) async throws -> SnapshotInfo {
        try await write { database in
            var source = try StoredSource.findOrInsert(key, in: database)
            if case .notModified = outcome.response, source.record.info == nil {
                throw StoreError.nothingStored(source: key.text)
            }
            try source.apply(outcome, in: database)
            guard let info = source.record.info else {
                throw StoreError.nothingStored(source: key.text)
            }
            return info
        }
    }

    /// Stores the failure of a request; the last good snapshot stays.
    public func recordFailure(
        _ backOff: BackOff, request: RequestID, for key: SourceKey
    ) async throws {
        try await write { database in
            var source = try StoredSource.findOrInsert(key, in: database)
            try source.apply(backOff, of: request, in: database)
        }
    }

    /// Removes all stored data of a source.
    public func remove(_ key: SourceKey) async throws {
        try await write { try Self.delete(key, in: $0) }
    }

    private static func delete(_ key: SourceKey, in database: Database) throws {
        var delete = try SQLStatement(cached: "DELETE FROM source WHERE key = ?", in: database)
        try delete.bind(key.text)
        try delete.run()
    }

    /// Writes in a separate task, because GRDB rolls back the writes of a cancelled task.
    ///
    /// - Parameter durably: Whether the data must survive a power failure.
    func write<T: Sendable>(
        durably: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let (connect, path) = (connect, path)
        return try await Task {
            try await StoreError.translating(at: path) {
                try await connect().writeWithoutTransaction { database in
                    try StoreConnection.write(to: database, durably: durably, body)
                }
            }
        }.value
    }
}
