import FleetTestSupport
import Foundation
import Testing

/// A PostgreSQL database of one test, and the homes of the machines that use it.
struct SharedDatabaseHome: Sendable {
    let database: PostgresTestDatabase
    /// The home of one machine.
    let home: FleetHome
    /// The home of another one.
    let other: FleetHome

    init() throws {
        database = try PostgresServer.shared().makeDatabase()
        (home, other) = (try FleetHome(), try FleetHome())
    }

    var address: String { database.address }

    /// Runs a command with `--database` on one machine.
    func run(_ arguments: String..., environment: [String: String?] = [:]) async throws -> Outcome {
        try await home.run(arguments + ["--database", address], environment: environment)
    }

    /// Runs a command with `FLEET_DATABASE` on another machine.
    func runElsewhere(
        _ arguments: String..., environment: [String: String?] = [:]
    ) async throws -> Outcome {
        try await other.run(
            arguments, environment: environment.merging(["FLEET_DATABASE": address]) { $1 })
    }

    /// Starts a server with a log of its decisions, and waits until it listens.
    func startServer(in home: FleetHome) async throws -> Program {
        let port = try TestServer.freePort()
        let server = try home.start(
            "serve", "--database", address, "--listen", "127.0.0.1:\(port)",
            environment: ["FLEET_LOG": "debug"])
        await server.waitUntil { $0.text.contains("serving ") }
        return server
    }

    /// The name of the process that has the lease of the vehicles, and its epoch.
    func lease() throws -> (leader: String, epoch: Int) {
        let row =
            try database.sql(
                "SELECT coalesce(leader, ''), epoch FROM fleet.lease WHERE feed = 'vehicles'"
            ).first?.split(separator: "|", omittingEmptySubsequences: false) ?? []
        guard row.count == 2, let epoch = Int(row[1]) else { return ("", 0) }
        return (String(row[0]), epoch)
    }

    /// Waits until a process other than this one has the lease of the vehicles; returns its name.
    ///
    /// The epoch is not known: on a busy machine, a process may lose its lease and take it again.
    @discardableResult
    func waitForLeader(
        otherThan known: String = "", _ location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        var leader = ""
        try await waitUntil("another process than \(known) leads", location) {
            leader = try lease().leader
            return !["", known].contains(leader)
        }
        return leader
    }

    /// Waits until the vehicles of the sources in the database are these.
    ///
    /// A server without sources also has the simulated fleet.
    func waitForVehicles(
        _ ids: String..., location: SourceLocation = #_sourceLocation
    ) async throws {
        try await waitUntil("the vehicles are \(ids)", location) {
            try database.sql(
                """
                SELECT vehicle_id FROM fleet.vehicle JOIN fleet.source ON source.id = vehicle.source
                JOIN fleet.named_source AS named ON named.source::text = source.uuid
                ORDER BY vehicle_id
                """) == ids
        }
    }
}
