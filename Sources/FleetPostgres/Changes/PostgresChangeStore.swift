public import FleetCore
public import FleetSQL
public import Foundation

/// The changes in a PostgreSQL database, for the readers of any number of processes.
public struct PostgresChangeStore: ChangeStore {
    private let database: PostgresDatabase

    /// Creates the store of a database.
    public init(database: PostgresDatabase) {
        self.database = database
    }

    /// Returns the newest cursors of the sources that have a stream of their stored snapshot.
    public func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor] {
        try await database.read { try StoredChanges($0).cursors(of: sources) }
    }

    /// Returns the changes after a cursor.
    public func changes(
        of source: UUID, after cursor: ChangeCursor, maxBytes: Int, as rows: ChangeRows
    ) async throws -> ChangesRead {
        try await database.read {
            try StoredChanges($0).changes(
                of: source, after: cursor, maxBytes: maxBytes, as: rows)
        }
    }

    /// Gives a stream that has lost commits a new UUID, unless another reader has done so.
    public func renew(_ stream: UUID, of source: UUID) async throws {
        try await database.write(.write.using(.commit)) {
            try StoredChanges($0).renew(stream, of: source)
        }
    }

    /// Returns the detected events of a source that a query selects, newest first.
    public func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent] {
        try await database.read { try StoredEvents($0).select(of: source, query) }
    }

    /// Returns the recorded past of a vehicle.
    public func past(
        ofVehicle id: String, of source: UUID, before position: EventPosition?, limit: Int
    ) async throws -> VehiclePast {
        try await database.read {
            try StoredPast($0).past(ofVehicle: id, of: source, before: position, limit: limit)
        }
    }

    /// Runs `body` with a reader of the history of a source, in one read transaction; returns `nil`
    /// if the source has none.
    public func history<T: Sendable>(
        of key: SourceKey, _ body: @escaping @Sendable (HistoryReader) throws -> T
    ) async throws -> T? {
        try await database.read { try HistoryReader(of: key, in: $0).map(body) }
    }

    /// Removes what the history of a source has of a vehicle.
    public func removeHistory(
        ofVehicle id: String, of key: SourceKey, before time: Timestamp?
    ) async throws -> Bool? {
        try await database.write(.write.using(.commit)) {
            try VehicleRemoval(of: key, in: $0)?.remove(id, before: time)
        }
    }

    /// Removes the history of a source; the next commits are recorded without.
    public func endHistory(of source: UUID) async throws {
        try await ChangeLog.endHistory(of: source) { body in
            try await database.write(.write.using(.commit)) { try body($0) }
        }
    }

    /// Returns what is known of the check of a feed over time; `nil` if it is not checked.
    public func check(
        of key: SourceKey, in period: Range<Timestamp>
    ) async throws -> FeedCheckRecord? {
        try await database.read { try CheckReader($0).record(of: key, in: period) }
    }

    /// Adds a check of the documents of a feed to its check over time.
    public func add(_ report: CheckReport, at time: Timestamp, of key: SourceKey) async throws {
        try await database.write(.commit) {
            try CheckReader($0).add(report, at: time, of: key)
        }
    }

    /// Returns the news of the checks of some feeds, by source; they are returned once.
    public func takeCheckNews(
        of sources: [UUID], for kinds: Set<AlertKind>, at now: Timestamp
    ) async throws -> [UUID: CheckNews] {
        let hasNews = try await database.read {
            try CheckReader($0).hasNews(of: sources, for: kinds)
        }
        guard hasNews else { return [:] }
        return try await database.write(.write.using(.commit)) {
            try CheckReader($0).takeNews(of: sources, for: kinds, at: now)
        }
    }

    /// Returns an object that notices commits of any process, with a connection of its own.
    public func signal() -> ChangeSignal {
        let receiver = ChangeNotification.Receiver(of: database)
        return ChangeSignal(
            { receiver.changedSources() }, team: { receiver.teamHasChanged() })
    }
}
