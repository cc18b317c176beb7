import FleetCore
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetPostgres
@testable import FleetSQL
@testable import FleetSQLite

/// A database under test: the contract tests run on each of ``all``.
struct StoreAdapter: Sendable, CustomTestStringConvertible {
    let name: String
    /// Returns a new, empty store, whose database is removed with it.
    let make: @Sendable () throws -> TestStore

    var testDescription: String { name }

    static let all = [
        StoreAdapter(name: "SQLite") { TestStore(try SQLiteFile.inMemory()) },
        StoreAdapter(name: "PostgreSQL") { TestStore(try PostgresStore()) },
    ]
}

/// A store of snapshots and their changes.
protocol StoreUnderTest {
    var snapshots: any SnapshotStore { get }
    var changes: any ChangeStore { get }
}

extension HomeStore: StoreUnderTest {}

/// A store in a database of its own, which can be read and changed by SQL, too.
struct TestStore: StoreUnderTest {
    let snapshots: any SnapshotStore
    let changes: any ChangeStore
    let dialect: SQLDialect
    /// Runs a statement as the owner of the tables.
    let execute: @Sendable (_ sql: String) async throws -> Void
    /// Runs `body` in a write transaction.
    let write:
        @Sendable (_ body: @escaping @Sendable (any SQLTransaction) throws -> Void) async throws ->
            Void
    /// Keeps vehicles that left their feed.
    let keepVehicles: @Sendable (_ vehicles: [UUID: [String]]) async throws -> Void
    private let read: @Sendable (_ sql: String) throws -> [String]

    init(_ file: SQLiteFile) {
        snapshots = SQLiteSnapshotStore(file: file)
        changes = SQLiteChangeStore(file: file)
        dialect = .sqlite
        keepVehicles = { vehicles in
            try await file.write(durably: false) { transaction in
                try transaction.execute("DELETE FROM kept_vehicle", [])
                for (source, ids) in vehicles {
                    for id in Set(ids) {
                        try transaction.execute(
                            "INSERT INTO kept_vehicle (source, vehicle_id) VALUES (?1, ?2)",
                            [.text(SourceKey(source).uuidText), .text(id)])
                    }
                }
            }
        }
        write = { body in try await file.write(durably: false, body) }
        execute = { sql in
            try await file.write(durably: false) { transaction in
                _ = try transaction.execute(sql, [])
            }
        }
        read = { sql in try file.read { try $0.rows(sql, []) { $0.text(0) } } }
    }

    init(_ store: PostgresStore) {
        let snapshots = PostgresSnapshotStore(database: store.database)
        self.snapshots = snapshots
        keepVehicles = { try await snapshots.keepVehicles($0) }
        changes = PostgresChangeStore(database: store.database)
        dialect = .postgres
        write = { body in try await store.database.write { try body($0) } }
        execute = { sql in try await store.owner.write { try $0.run(sql) } }
        read = { sql in try store.database.read { try $0.rows(sql, []) { $0.text(0) } } }
    }

    /// Returns the first column of the rows of a query.
    func texts(_ sql: String) throws -> [String] { try read(sql) }

    /// Returns a text as the database can store it: PostgreSQL has no NUL.
    func storable(_ text: String) -> String { dialect.storable(text) }
}

extension SQLDialect {
    /// Returns a text as the database can store it: PostgreSQL has no NUL.
    func storable(_ text: String) -> String {
        self == .postgres ? text.replacing("\0", with: "\u{1}") : text
    }
}

/// A database on the server of the tests, and its connections; another test gets it afterwards.
///
/// The tests run as the login that owns nothing.
final class PostgresStore: Sendable {
    /// A database takes half a second to create and remove, which is longer than most tests.
    private static let idle = Mutex<[Place]>([])

    private struct Place: Sendable {
        let home: PostgresTestDatabase
        let database: PostgresDatabase
        let owner: PostgresDatabase
    }

    private let place: Place

    var database: PostgresDatabase { place.database }
    var owner: PostgresDatabase { place.owner }

    /// Takes an empty database.
    init() throws {
        if let place = Self.idle.withLock({ $0.popLast() }) {
            self.place = place
            try place.owner.read(.write) { try $0.run(Self.clear) }
            return
        }
        let home = try PostgresServer.shared().makeDatabase(like: "created") { address in
            try PostgresDatabase(
                PostgresAddress(address), connections: 1, limits: .extended
            ).close()
        }
        place = Place(
            home: home,
            database: try PostgresDatabase(
                PostgresAddress(home.serversAddress), connections: 3, limits: .extended),
            owner: try PostgresDatabase(
                PostgresAddress(home.address), connections: 1, limits: .extended))
    }

    deinit { Self.idle.withLock { [place] in $0.append(place) } }

    private static let clear = """
        TRUNCATE source, change_commit, vehicle_change, vehicle_touch, logged_vehicle,
            vehicle_version, vehicle_base, site_change, logged_site, coverage, kept_vehicle, lease
            RESTART IDENTITY CASCADE;
        DROP FUNCTION IF EXISTS refuse CASCADE
        """
}
