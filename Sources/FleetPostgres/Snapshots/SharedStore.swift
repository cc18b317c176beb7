public import FleetCore
public import FleetSQL

/// A store whose snapshots and changes are in a database that several servers share; notices are in
/// a home.
public struct SharedStore: FleetStore {
    /// The snapshots of the feeds.
    public let snapshots: any SnapshotStore
    /// The changes between the snapshots.
    public let changes: any ChangeStore
    private let local: any FleetStore

    /// Creates a store.
    /// - Parameter local: The store of the home.
    public init(
        _ local: any FleetStore, snapshots: any SnapshotStore, changes: any ChangeStore
    ) {
        (self.local, self.snapshots, self.changes) = (local, snapshots, changes)
    }

    /// None: an outcome that cannot be stored fails.
    public var writeError: StoreError? { nil }

    /// All feeds are in the database.
    public var isOnDisk: Bool { true }

    /// Returns the same store, because the database reads for several readers at a time.
    public func withOwnConnection() -> any FleetStore { self }

    /// None: the source's row is read.
    public func mark() -> CommitMark? { nil }

    /// Records a one-time notice about a source; returns whether it was not recorded before.
    public func recordNotice(_ name: String, for key: SourceKey) async throws -> Bool {
        try await local.recordNotice(name, for: key)
    }

    /// Removes what was recorded about the notices of a source.
    public func removeNotices(of key: SourceKey) async throws {
        try await local.removeNotices(of: key)
    }

    /// Closes the store of the home.
    public func close() throws { try local.close() }
}
