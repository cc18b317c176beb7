import FleetCore
import Foundation

/// The changes in an SQLite database.
struct SQLiteChangeStore: ChangeStore {
    let file: SQLiteFile

    func want(
        _ sources: [WantedChanges], at now: Timestamp
    ) async throws -> [UUID: ChangeCursor] {
        try await file.write(durably: false) { transaction in
            let changes = StoredChanges(transaction)
            var cursors: [UUID: ChangeCursor] = [:]
            for wanted in sources { cursors[wanted.source] = try changes.want(wanted, at: now) }
            try changes.wantAlarms(of: sources, at: now)
            return cursors
        }
    }

    func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor] {
        try await reading { try $0.cursors(of: sources) }
    }

    func batches(
        of source: UUID, after cursor: ChangeCursor, limit: Int
    ) async throws -> ChangeBatches {
        try await reading { try $0.batches(of: source, after: cursor, limit: limit) }
    }

    func renew(_ stream: UUID, of source: UUID) async throws {
        try await file.write(durably: true) { try StoredChanges($0).renew(stream, of: source) }
    }

    func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent] {
        try await file.readingAsynchronously {
            try StoredEvents(SQLiteTransaction(database: $0)).select(of: source, query)
        }
    }

    func signal() throws -> ChangeSignal {
        ChangeSignal(try file.path.map { try SQLiteFile.open($0) } ?? file)
    }

    private func reading<T: Sendable>(
        _ body: @escaping @Sendable (StoredChanges) throws -> T
    ) async throws -> T {
        try await file.readingAsynchronously {
            try body(StoredChanges(SQLiteTransaction(database: $0)))
        }
    }
}
