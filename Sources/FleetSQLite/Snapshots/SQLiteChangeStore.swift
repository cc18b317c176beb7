import FleetCore
import FleetSQL
import Foundation

/// The changes in an SQLite database.
struct SQLiteChangeStore: ChangeStore {
    let file: SQLiteFile

    func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor] {
        try await reading { try $0.cursors(of: sources) }
    }

    func changes(
        of source: UUID, after cursor: ChangeCursor, maxBytes: Int, rowsIn languages: [Language]
    ) async throws -> ChangesRead {
        try await reading {
            try $0.changes(of: source, after: cursor, maxBytes: maxBytes, rowsIn: languages)
        }
    }

    func renew(_ stream: UUID, of source: UUID) async throws {
        try await file.write(durably: true) { try StoredChanges($0).renew(stream, of: source) }
    }

    func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent] {
        try await file.readingAsynchronously {
            try StoredEvents(SQLiteTransaction(database: $0)).select(of: source, query)
        }
    }

    func past(
        ofVehicle id: String, of source: UUID, before position: EventPosition?, limit: Int
    ) async throws -> VehiclePast {
        try await file.readingAsynchronously {
            try StoredPast(SQLiteTransaction(database: $0))
                .past(ofVehicle: id, of: source, before: position, limit: limit)
        }
    }

    func moment(_ time: Timestamp, of key: SourceKey) async throws -> MomentRead {
        try await file.readingAsynchronously {
            try StoredMoment(SQLiteTransaction(database: $0)).moment(time, of: key)
        }
    }

    func siteMoment(_ time: Timestamp, of key: SourceKey) async throws -> SiteMomentRead {
        try await file.readingAsynchronously {
            try StoredSiteMoment(SQLiteTransaction(database: $0)).moment(time, of: key)
        }
    }

    func endHistory(of source: UUID) async throws {
        try await file.write(durably: true) { try StoredMoment.end(of: source, in: $0) }
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
