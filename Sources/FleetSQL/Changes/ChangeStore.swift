public import FleetCore
public import Foundation

/// The changes between the stored snapshots of each source's vehicles, for readers that follow
/// them: a port that each database implements with its ``SnapshotStore``.
///
/// A commit with a ``Recording`` appends its changes to the stream of its source, in its own
/// transaction, under the next number. A stream starts again with a new UUID if they cannot be
/// appended: an earlier commit was not recorded, too much changed, or the rotation of the IDs
/// turned out differently. It ends with the stored source, when that is removed or has another
/// definition.
public protocol ChangeStore: HistoryStore {
    /// Returns the newest cursors of the sources that have a stream of their stored snapshot.
    func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor]

    /// Returns the changes after a cursor.
    ///
    /// - Parameters:
    ///   - maxBytes: The size beyond which a reader does better to load the list again.
    ///   - rows: The form of the rows for pages.
    func changes(
        of source: UUID, after cursor: ChangeCursor, maxBytes: Int, as rows: ChangeRows
    ) async throws -> ChangesRead

    /// Gives a stream that has lost commits a new UUID, unless another reader has done so.
    func renew(_ stream: UUID, of source: UUID) async throws

    /// Returns the detected events of a source that a query selects, newest first.
    func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent]

    /// Returns the recorded past of a vehicle.
    ///
    /// - Parameters:
    ///   - id: The vehicle's exact ID; it need not be in the feed.
    ///   - position: Only events before this position; `nil` means from the newest.
    ///   - limit: The maximum number of events.
    func past(
        ofVehicle id: String, of source: UUID, before position: EventPosition?, limit: Int
    ) async throws -> VehiclePast

    /// Removes what the history of a source has of a vehicle.
    ///
    /// - Parameters:
    ///   - id: The vehicle's exact ID.
    ///   - time: Only what is before this time; `nil` for everything.
    /// - Returns: Whether there was anything of it; `nil` if the source has no history.
    func removeHistory(
        ofVehicle id: String, of key: SourceKey, before time: Timestamp?
    ) async throws -> Bool?

    /// Removes the history of a source; the next commits are recorded without.
    func endHistory(of source: UUID) async throws

    /// Returns what is known of the check of a feed over time; `nil` if it is not checked.
    ///
    /// - Parameter period: The time of the days and of the findings that are over.
    func check(
        of key: SourceKey, in period: Range<Timestamp>
    ) async throws -> FeedCheckRecord?

    /// Adds a check of the documents of a feed to its check over time.
    ///
    /// - Parameter time: The time of the check, on the displayed clock.
    func add(_ report: CheckReport, at time: Timestamp, of key: SourceKey) async throws

    /// Returns the news of the checks of some feeds, by source; they are returned once.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of alerts that the caller sends; news for others stay.
    ///   - now: The displayed time; what is more than a day older is not returned.
    func takeCheckNews(
        of sources: [UUID], for kinds: Set<AlertKind>, at now: Timestamp
    ) async throws -> [UUID: CheckNews]

    /// Returns an object that notices commits of any process.
    func signal() throws -> ChangeSignal
}

/// Result of reading the stream of a source.
public enum ChangesRead: Sendable {
    /// The changes from the cursor to the newest commit.
    case changes(SourceChanges)
    /// The cursor is unknown or too old, or too much has changed: read the list again.
    case reset
    /// The database has lost the commit of the cursor: the stream needs a new UUID.
    case lost
}

/// The present rows of the vehicles of a source that changed after a cursor.
public struct SourceChanges: Equatable, Sendable {
    /// The cursor of a reader that has these changes.
    public let cursor: ChangeCursor
    /// The revision of the snapshot.
    public let revision: Int64
    /// The time when the snapshot was received, on the displayed clock.
    public let fetchedAt: Timestamp
    /// The time of the feed's last change (`last_updated`).
    public let lastUpdated: Timestamp?
    /// The number of vehicles in the snapshot.
    public let total: Int
    /// The vehicles.
    public let vehicles: EncodedChanges
    /// The number of detected events.
    public let eventCount: Int
    /// The detected events as one JSON array in UTF-8: see ``StoredEvent/json``.
    public let events: [UInt8]
}
