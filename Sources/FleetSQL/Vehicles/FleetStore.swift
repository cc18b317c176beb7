public import FleetCore

/// The stored snapshots of all feeds, and what belongs to them: a port with an adapter for the file
/// of a home, and one for a database that several servers share.
public protocol FleetStore: Sendable {
    /// The snapshots of the feeds.
    var snapshots: any SnapshotStore { get }
    /// The changes between the snapshots.
    var changes: any ChangeStore { get }
    /// Error of the last outcome that could not be stored for good; `nil` if there is none.
    var writeError: StoreError? { get }
    /// Whether all feeds of a home are in this store.
    var isOnDisk: Bool { get }

    /// Returns the same store with a connection of its own, so that its reads do not wait for
    /// writes here; a store in memory, or one that reads for several readers at a time, stays the
    /// same.
    func withOwnConnection() throws(StoreError) -> any FleetStore

    /// Returns a mark of what all feeds have stored; `nil` if it cannot be read at once.
    func mark() -> CommitMark?

    /// Records a one-time notice about a source; returns whether it was not recorded before.
    func recordNotice(_ name: String, for key: SourceKey) async throws -> Bool

    /// Removes what was recorded about the notices of a source.
    func removeNotices(of key: SourceKey) async throws

    /// Closes the store, which must not be used afterwards.
    func close() throws
}
