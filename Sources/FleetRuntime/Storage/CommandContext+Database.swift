import FleetCore
import FleetPostgres
package import FleetSQL
import FleetSQLite
package import FleetSettings
package import FleetTeam
import Foundation
package import POSIX

extension CommandContext {
    /// Returns the context of a command with the option `--database`; the environment variable
    /// `FLEET_DATABASE` names the database otherwise.
    /// - Throws: `StoreError` if it is not an address of a database; `CommandError` if
    ///   `FLEET_DATABASE_CONNECTIONS` is not valid.
    package func using(database option: String?) throws -> CommandContext {
        guard let text = option ?? environmentVariable("FLEET_DATABASE") else { return self }
        let address = try PostgresAddress(text)
        if option != nil, address.hasPassword {
            output.warn(
                "other users of this machine can see the password in the arguments; put it into a file "
                    + "that PGPASSFILE names")
        }
        let secretFile = environmentVariable("FLEET_SECRET_FILE")
        let connections = try databaseConnections()
        return with(
            DatabaseReference(to: address) { [process, log, databaseLimits, output] in
                try SharedDatabase(
                    at: address, connections: connections, limits: databaseLimits,
                    home: try self.home(),
                    secretFile: secretFile, process: process, log: log, warn: { output.warn($0) })
            })
    }

    /// Times after which work with the database gives up.
    var databaseLimits: PostgresLimits { PostgresLimits(timeoutFactor: system.timeoutFactor) }

    private func databaseConnections() throws -> Int {
        guard let text = environmentVariable("FLEET_DATABASE_CONNECTIONS") else {
            return SharedDatabase.defaultConnections
        }
        guard let number = Int(text), (1...100).contains(number) else {
            throw CommandError.usage(
                "FLEET_DATABASE_CONNECTIONS is not a number from 1 to 100",
                hint: "set it to one, or unset it for \(SharedDatabase.defaultConnections)")
        }
        return number
    }

    /// Whether sources and vehicles are in a database that others share.
    package var usesDatabase: Bool { database != nil }

    /// Returns the sources: those of the database, or of the home.
    package func sourceCatalog() throws -> any SourceCatalog {
        if let database { return try database.open().catalog }
        return HomeSourceCatalog(home: try home())
    }

    /// Returns the settings of the server of the database, or of the home.
    package func serverSettings() throws -> any ServerSettings {
        if let database { return try database.open().settings }
        return ServerFile(home: try home())
    }

    /// Opens the store of the home, with the snapshots of the database if there is one.
    package func openStore() throws -> any FleetStore {
        let home = try home()
        try home.createFolders()
        let local = try HomeStore(
            path: home.databasePath, annotations: HomeTeamFile(of: home, isReadOnly: true),
            lockLimit: limit(HomeStore.lockLimit))
        return try database?.open().store(local) ?? local
    }

    /// Returns numbers about the use of the database; `nil` without one.
    package func databaseStatistics() -> DatabaseStatistics? { database?.current?.statistics }

    /// Returns the threads on which the database is read; `nil` without one.
    package func readingThreads() throws -> BlockingThreads? {
        try database?.open().readingThreads
    }

    /// Remembers vehicles in the database for as long as users need them; the store of a home reads
    /// them itself.
    package func keepVehicles(of team: Team) async throws {
        try await database?.open().keepVehicles(team.annotatedVehicles())
    }

    /// Returns the database of a team's users.
    func teamDatabase() throws -> any TeamDatabase {
        if let database { return try database.open().team }
        let home = try home()
        try home.createFolders()
        return try SQLiteTeamDatabase(
            path: home.teamDatabasePath, lockLimit: limit(HomeStore.lockLimit))
    }
}
