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
        of source: UUID, after cursor: ChangeCursor, maxBytes: Int, as rows: ChangeRows
    ) async throws -> ChangesRead {
        try await reading {
            try $0.changes(of: source, after: cursor, maxBytes: maxBytes, as: rows)
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

    func history<T: Sendable>(
        of key: SourceKey, _ body: @escaping @Sendable (HistoryReader) throws -> T
    ) async throws -> T? {
        try await file.readingAsynchronously {
            try HistoryReader(of: key, in: SQLiteTransaction(database: $0)).map(body)
        }
    }

    func removeHistory(
        ofVehicle id: String, of key: SourceKey, before time: Timestamp?
    ) async throws -> Bool? {
        try await file.writing(durably: true) {
            try VehicleRemoval(of: key, in: SQLiteTransaction(database: $0))?
                .remove(id, before: time)
        }
    }

    func endHistory(of source: UUID) async throws {
        try await ChangeLog.endHistory(of: source) { body in
            try await file.write(durably: true) { try body($0) }
        }
    }

    func check(
        of key: SourceKey, in period: Range<Timestamp>
    ) async throws -> FeedCheckRecord? {
        try await file.readingAsynchronously {
            try CheckReader(SQLiteTransaction(database: $0)).record(of: key, in: period)
        }
    }

    func add(_ report: CheckReport, at time: Timestamp, of key: SourceKey) async throws {
        try await file.write(durably: false) {
            try CheckReader($0).add(report, at: time, of: key)
        }
    }

    func takeCheckNews(
        of sources: [UUID], for kinds: Set<AlertKind>, at now: Timestamp
    ) async throws -> [UUID: CheckNews] {
        let hasNews = try await file.readingAsynchronously {
            try CheckReader(SQLiteTransaction(database: $0)).hasNews(of: sources, for: kinds)
        }
        guard hasNews else { return [:] }
        return try await file.write(durably: true) {
            try CheckReader($0).takeNews(of: sources, for: kinds, at: now)
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
