import FleetCore
import FleetSQLite
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

/// A server of the simulated fleet, whose time stands still, and its people.
final class ServedHome: Sendable {
    static let password = "correct horse battery"

    let home: FleetHome
    let url: String
    let now: String
    private let port: Int
    private let options: [String]
    private let program = Observed<Program?>(nil)

    /// - Parameters:
    ///   - options: More options of `fleet serve`.
    ///   - settings: Options of `fleet source edit demo`, before the server starts.
    ///   - stations: IDs of the stations of a second source, `st`, which has no vehicles.
    init(
        _ options: String..., settings: [String] = [], stations: [String] = []
    ) async throws {
        home = try FleetHome()
        self.options = options
        if !settings.isEmpty {
            _ = try await home.run(["source", "edit", "demo"] + settings).succeeded()
        }
        if !stations.isEmpty {
            let rows = stations.map { #"{"station_id":"\#($0)"}"# }.joined(separator: ",")
            let path = try home.write(#"{"stations":[\#(rows)]}"#, to: "stations.json")
            _ = try await home.run("source", "add", "st", path).succeeded()
            // Otherwise the simulated fleet of a new home would no longer be served.
            _ = try await home.run("source", "edit", "demo", "--ids", "stable").succeeded()
            _ = try await home.run("source", "use", "demo").succeeded()
        }
        port = try TestServer.freePort()
        url = "http://127.0.0.1:\(port)"
        now = DiagnosticLog.text(Timestamp(seconds: Date().timeIntervalSince1970.rounded()))
        for (name, role) in [("root", Role.administrator), ("anna", .member), ("bob", .member)] {
            _ = try await team().onMachine().addUser(
                UserName(name), role: role, password: Password(Self.password))
        }
        try await start()
    }

    deinit { program.value?.send(SIGKILL) }

    /// Starts the server, and waits until it has read its source.
    func start() async throws {
        let server = try home.start(
            ["serve", "--listen", "127.0.0.1:\(port)"] + options, environment: ["FLEET_NOW": now])
        program.change { $0 = server }
        await server.waitUntil { !$0.lines.isEmpty }
        _ = try await home.run("list", "--limit", "1", environment: ["FLEET_NOW": now]).succeeded()
    }

    /// Ends the server and waits until it has ended.
    func stop() async {
        program.value?.send(SIGTERM)
        _ = await program.value?.outcome()
    }

    /// The people of the server, reached without it.
    func team() throws -> Team {
        Team(
            database: try SQLiteTeamDatabase(path: home.path(of: "team.sqlite")),
            passwords: try PasswordHasher(threads: 1),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) })
    }

    /// Signs a user in on the machine of the server.
    func access(_ name: String) async throws -> Access {
        try await team().signIn(
            name: name, password: Password(Self.password), from: Client(address: nil)
        ).access
    }

    /// Returns a new API token of a user.
    func token(_ name: String) async throws -> String {
        try await access(name).tokens.add(
            name: "test", scope: .write, lifetime: .seconds(86_400)
        ).secret.reveal()
    }

    /// Returns a home whose command line is logged in as a user.
    func client(_ name: String) async throws -> TeamClient {
        let client = TeamClient(server: self, home: try FleetHome(), token: try await token(name))
        try await client.logIn()
        return client
    }
}

/// The home of somebody who uses a server on the command line.
struct TeamClient: Sendable {
    let server: ServedHome
    let home: FleetHome
    let token: String

    @discardableResult
    func logIn() async throws -> Outcome {
        try home.write(token + "\n", to: "token.txt")
        defer { try? FileManager.default.removeItem(atPath: home.path(of: "token.txt")) }
        return try await home.shell("fleet login \(server.url) --token-stdin < token.txt")
            .succeeded()
    }

    /// Runs a command; the token must not appear in what it prints.
    func run(
        _ arguments: String..., location: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        let outcome = try await home.run(arguments, environment: ["FLEET_NOW": server.now])
        #expect(!outcome.text.contains(token), sourceLocation: location)
        #expect(!outcome.errorText.contains(token), sourceLocation: location)
        return outcome
    }
}
