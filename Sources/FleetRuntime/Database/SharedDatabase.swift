import FleetCore
import FleetPostgres
import FleetSQL
import FleetSettings
import Foundation
import POSIX
import Synchronization

/// The PostgreSQL database that a command or a server uses instead of the files of its home, for
/// sources, vehicles, sites and events, and the users of a team.
///
/// Favorites and notes of the command line, and saved filters, stay in the home.
final class SharedDatabase: Sendable {
    /// Connections of one process unless the user chooses: for reads, notes, people's changes,
    /// commits and leases.
    static let defaultConnections = 8

    let catalog: PostgresSourceCatalog
    let settings: PostgresServerSettings
    let team: PostgresTeamDatabase
    private let leases: PostgresLeases
    private let snapshots: PostgresSnapshotStore
    private let changes: PostgresChangeStore
    private let database: PostgresDatabase
    private let secretFile: String?
    /// The store for all sources, once it is open.
    private let opened = Mutex<(any FleetStore)?>(nil)

    /// Connects, and creates the tables if there are none.
    /// - Parameters:
    ///   - connections: The most connections of this process.
    ///   - limits: Times after which work with the database gives up.
    ///   - home: The home, for data that is not shared.
    ///   - process: Random token of this process.
    ///   - warn: Receives warnings.
    /// - Throws: `StoreError`.
    init(
        at address: PostgresAddress, connections: Int, limits: PostgresLimits, home: Home,
        secretFile: String?,
        process: String, log: DiagnosticLog, warn: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let database = try PostgresDatabase(
            address, connections: connections, limits: limits, clock: DatabaseClock(warn: warn))
        let leases = PostgresLeases(database: database, leader: process, log: log)
        (self.database, self.leases, self.secretFile) = (database, leases, secretFile)
        catalog = PostgresSourceCatalog(
            database: database, local: PreferencesFile(home: home), secretFile: secretFile)
        settings = PostgresServerSettings(database: database)
        team = PostgresTeamDatabase(database)
        snapshots = PostgresSnapshotStore(database: database) { leases.lease(of: $0) }
        changes = PostgresChangeStore(database: database)
    }

    /// Its address for people.
    var address: String { database.address.shown }

    /// Returns the time of this machine, or of the database while this machine's clock is ahead.
    func corrected(_ own: Timestamp) -> Timestamp { database.clock.corrected(own) }

    /// Threads on which it is read.
    var readingThreads: BlockingThreads { database.readingThreads }

    /// Returns a store with the shared snapshots, and the notices of a home.
    func store(_ local: any FleetStore) -> any FleetStore {
        SharedStore(local, snapshots: snapshots, changes: changes)
    }

    /// Returns the store for all sources, which does not open the home for each of them.
    /// - Parameter open: Opens the store of the home.
    func store(_ open: () throws -> any FleetStore) throws -> any FleetStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let store = store(try open())
            opened = store
            return store
        }
    }

    /// Copies the data of a server's home into the database.
    /// - Throws: `HomeCopyError`, `SealingError`, `StoreError`; the database is unchanged.
    func copy(_ home: HomeContent) async throws -> HomeCopyReport {
        try await PostgresHomeCopy(into: database, secretFile: secretFile).run(home)
    }

    /// Checks the tables and the key of the machine, which may change while a server runs.
    /// - Throws: `StoreError`, `SealingError`.
    func check() async throws {
        try await database.checkTables()
        try await catalog.checkKey()
    }

    /// Seals all credentials with the key of another file.
    /// - Throws: `SealingError`, `StoreError`; the database is unchanged.
    func rotateKey(to file: String, discarding: Bool) async throws -> KeyRotation.Report {
        try await KeyRotation(in: database, secretFile: secretFile)
            .run(to: file, discarding: discarding)
    }

    /// Time since this process last read the leases and the states of the other ones; zero before
    /// it needs them.
    func leaseLag() -> Duration { leases.lag }

    /// Returns the leadership of a feed.
    /// - Parameter label: Name of the source, for errors.
    func leadership(of key: SourceKey, label: String) -> PostgresLeadership {
        PostgresLeadership(
            leases: leases, key: key, label: label, database: database.address.shown)
    }

    /// Numbers about the use of the database.
    var statistics: DatabaseStatistics { database.statistics }

    /// Makes this process take a fair share of the leaderships, as servers do.
    func takeShare() { leases.takeShare() }

    /// Removes the snapshots of a source.
    func removeSnapshots(of uuid: UUID) async throws { try await snapshots.remove(uuid) }

    /// Removes the history of a source.
    func endHistory(of uuid: UUID) async throws { try await changes.endHistory(of: uuid) }

    /// Remembers vehicles for as long as users need them.
    /// - Parameter vehicles: Their stable IDs, by source; they replace the earlier ones.
    func keepVehicles(_ vehicles: [UUID: [String]]) async throws {
        try await snapshots.keepVehicles(vehicles)
    }

    /// Releases the leases and closes the connections.
    func close() async {
        await leases.close()
        database.close()
    }
}

/// Reference to the database that `--database` or `FLEET_DATABASE` names, which connects on first
/// use.
///
/// Commands that need no source, such as those of a team's client, do not connect.
final class DatabaseReference: Sendable {
    /// The address of the database.
    let address: PostgresAddress
    private let connect: @Sendable () throws -> SharedDatabase
    /// Held while a thread connects.
    private let connecting = Mutex(())
    private let connected = Mutex<(database: SharedDatabase?, isClosed: Bool)>((nil, false))

    init(to address: PostgresAddress, _ connect: @escaping @Sendable () throws -> SharedDatabase) {
        (self.address, self.connect) = (address, connect)
    }

    /// Returns the database, connecting first.
    /// - Throws: `StoreError`, `HomeError`.
    func open() throws -> SharedDatabase {
        try connecting.withLock { _ in
            if let database = connected.withLock(\.database) { return database }
            let database = try connect()
            try connected.withLock { connected in
                guard !connected.isClosed else { throw CancellationError() }
                connected.database = database
            }
            return database
        }
    }

    /// The database, if it is connected.
    var current: SharedDatabase? { connected.withLock(\.database) }

    /// Closes the connections, without waiting for a thread that connects.
    func close() async {
        let database = connected.withLock { connected in
            defer { connected = (nil, true) }
            return connected.database
        }
        await database?.close()
    }
}
