import FleetPostgres
import FleetSQL
import FleetSQLite
import FleetServer
import FleetTeam
import FleetTestSupport
import POSIX

/// Where a server of a test has its data; several servers may share it.
struct ServedStorage: Sendable {
    let team: any TeamDatabase
    let store: any FleetStore
    private let database: PostgresDatabase?

    /// Creates the files of a server in a folder.
    init(in folder: TemporaryFolder) throws {
        let lockLimit = Duration.seconds(Deadline.seconds)
        team = try SQLiteTeamDatabase(path: folder.path + "/team.sqlite", lockLimit: lockLimit)
        store = try HomeStore(path: folder.path + "/fleet.sqlite", lockLimit: lockLimit)
        database = nil
    }

    /// Replaces the database of the team.
    init(_ other: ServedStorage, team: any TeamDatabase) {
        (store, database) = (other.store, other.database)
        self.team = team
    }

    /// Uses a PostgreSQL database, with connections of its own.
    init(database address: String) throws {
        let database = try PostgresDatabase(
            PostgresAddress(address), limits: PostgresLimits(timeoutFactor: Deadline.timeoutFactor))
        self.database = database
        team = PostgresTeamDatabase(database)
        store = SharedStore(
            try HomeStore.inMemory(), snapshots: PostgresSnapshotStore(database: database),
            changes: PostgresChangeStore(database: database))
    }

    /// Opens the connections of a server for reading.
    func readers() throws -> SnapshotReaders {
        let threads = database?.readingThreads
        let stores = try (0..<(threads?.count ?? 1)).map { _ in try store.withOwnConnection() }
        return SnapshotReaders(stores, on: threads)
    }

    /// Closes the connections.
    func close() { database?.close() }
}
