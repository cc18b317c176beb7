public import FleetCore
public import Foundation

/// The changes between the stored snapshots of each source's vehicles, for readers that follow them:
/// a port that each database implements with its ``SnapshotStore``.
///
/// A commit appends one numbered batch to the stream of its source, in its own transaction, while
/// anybody wants it; otherwise it writes nothing. A stream starts again with a new UUID if the
/// changes cannot be appended: a commit was not wanted or was made by an earlier version, too much
/// changed, or the rotation of the IDs turned out differently. It ends with the stored source, when
/// that is removed or has another definition.
///
/// Batches are kept for one hour, at most 100,000 rows and 64 MiB of a source; events for seven
/// days, at most 100,000 of a source.
public protocol ChangeStore: Sendable {
    /// Makes the commits of some sources append batches for the next minute, and returns the newest
    /// cursors of those that have a snapshot.
    ///
    /// The commits of their sites append the alarms that began or ended meanwhile.
    ///
    /// A reader calls this every 20 seconds, and for a source without a cursor after each commit.
    /// - Parameter now: The time on the system clock.
    func want(_ sources: [WantedChanges], at now: Timestamp) async throws -> [UUID: ChangeCursor]

    /// Returns the newest cursors of the sources that have a stream of their stored snapshot.
    func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor]

    /// Returns at most `limit` batches after a cursor, in their order.
    func batches(
        of source: UUID, after cursor: ChangeCursor, limit: Int
    ) async throws -> ChangeBatches

    /// Gives a stream that has lost batches a new UUID, unless somebody else has done so.
    func renew(_ stream: UUID, of source: UUID) async throws

    /// Returns the detected events of a source that a query selects, newest first.
    func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent]

    /// Returns an object that notices commits of any process.
    func signal() throws -> ChangeSignal
}

/// A source whose changes somebody reads.
public struct WantedChanges: Hashable, Sendable {
    /// The permanent UUID of the source.
    public let source: UUID
    /// Whether its IDs rotate, as set by the user; `nil` means as observed.
    public let rotation: IDRotation?

    /// Creates a request for the changes of a source.
    public init(_ source: UUID, rotation: IDRotation? = nil) {
        (self.source, self.rotation) = (source, rotation)
    }
}

/// Result of reading the stream of a source.
public enum ChangeBatches: Sendable {
    /// The batches after the cursor, at most as many as were asked for.
    case batches([ChangeBatch])
    /// The cursor is unknown or too old: read the list again.
    case reset
    /// The database has lost the batch of the cursor: the stream needs a new UUID.
    case lost
}

/// The changes of one commit.
public struct ChangeBatch: Equatable, Sendable {
    /// The cursor of a reader that has read this batch.
    public let cursor: ChangeCursor
    /// The revision of the snapshot.
    public let revision: Int64
    /// The time when the snapshot was received, on the displayed clock.
    public let fetchedAt: Timestamp
    /// The time of the feed's last change (`last_updated`).
    public let lastUpdated: Timestamp?
    /// The number of vehicles in the snapshot.
    public let total: Int
    /// The number of new, changed and removed vehicles; 0 if the feed was unchanged.
    public let rows: Int
    /// The changes as one JSON object in UTF-8: see `VehicleChangesEncoder`.
    public let changes: [UInt8]
    /// The number of detected events.
    public let eventCount: Int
    /// The detected events as one JSON array in UTF-8: see ``StoredEvent/json``.
    public internal(set) var events: [UInt8]
}
