public import FleetCore
public import FleetStore
public import Foundation

/// The changes in a PostgreSQL database, for the readers of any number of processes.
public struct PostgresChangeStore: ChangeStore {
    private let database: PostgresDatabase

    /// Creates the store of a database.
    public init(database: PostgresDatabase) {
        self.database = database
    }

    /// Makes the commits of some sources append batches for the next minute, and returns the newest
    /// cursors of those that have a snapshot.
    ///
    /// Streams that go on take one statement for all sources; only those that start again are locked
    /// one by one.
    public func want(
        _ sources: [WantedChanges], at now: Timestamp
    ) async throws -> [UUID: ChangeCursor] {
        let extended = try await database.write(.write.notDurable().using(.commit)) {
            try StoredChanges($0).wantAlarms(of: sources, at: now)
            return try ChangeWishes(sources, at: now).extend(in: $0)
        }
        var cursors = extended.cursors
        for wanted in sources where extended.restarted.contains(wanted.source) {
            cursors[wanted.source] = try await database.write(.write.using(.commit)) {
                try StoredChanges($0).want(wanted, at: now)
            }
        }
        return cursors
    }

    /// Returns the newest cursors of the sources that have a stream of their stored snapshot.
    public func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor] {
        try await database.read { try StoredChanges($0).cursors(of: sources) }
    }

    /// Returns at most `limit` batches after a cursor, in their order.
    public func batches(
        of source: UUID, after cursor: ChangeCursor, limit: Int
    ) async throws -> ChangeBatches {
        try await database.read {
            try StoredChanges($0).batches(of: source, after: cursor, limit: limit)
        }
    }

    /// Gives a stream that has lost batches a new UUID, unless somebody else has done so.
    public func renew(_ stream: UUID, of source: UUID) async throws {
        try await database.write(.write.using(.commit)) {
            try StoredChanges($0).renew(stream, of: source)
        }
    }

    /// Returns the detected events of a source that a query selects, newest first.
    public func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent] {
        try await database.read { try StoredEvents($0).select(of: source, query) }
    }

    /// Returns an object that notices commits of any process, with a connection of its own.
    public func signal() -> ChangeSignal {
        let receiver = ChangeNotification.Receiver(of: database.address)
        return ChangeSignal { receiver.hasChanged() }
    }
}
