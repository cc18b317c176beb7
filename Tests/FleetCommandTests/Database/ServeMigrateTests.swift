import FleetTestSupport
import Foundation
import Testing

@Suite(
    "A database whose tables have another owner than the login of the servers", .slots, .ownThreads)
struct ServeMigrateTests {
    private let shared: SharedDatabaseHome
    private var owner: String { shared.database.address }
    private var servers: String { shared.database.serversAddress }
    private var environment: [String: String] { ["FLEET_DATABASE": servers] }

    init() throws { shared = try SharedDatabaseHome() }

    @Test("is prepared by the owner, and then serves")
    func migrate() async throws {
        let home = shared.home
        let shown =
            "postgres://fleet_server@\(shared.database.server.folder)/\(shared.database.name)"
        for command in [["serve"], ["list"], ["serve", "migrate"]] {
            try await home.run(command, environment: environment).failed(
                74, "the database \(shown) has no tables of fleet",
                "create them with the login of their owner: "
                    + "`fleet serve migrate --database OWNER_URL`")
        }
        for _ in 0..<2 {
            let migrated = try await home.run(["serve", "migrate", "--database", owner])
                .succeeded()
            #expect(migrated.text.isEmpty)
            #expect(
                migrated.errorText.contains(
                    "\(shown.replacing("fleet_server", with: "fleet")) has the tables of this version"
                ))
        }
        _ = try await home.run("source", "add", "town", Feeds.frozen, environment: environment)
            .succeeded()
        let added = try await home.shell(
            "echo 'correct horse battery' | fleet user add anna --role member --password-stdin",
            environment: environment)
        added.succeeded()
        let port = try TestServer.freePort()
        let server = try home.start(
            "serve", "--listen", "127.0.0.1:\(port)", environment: environment)
        await server.waitUntil { $0.text.contains("serving ") }
        try await waitUntil("the server stores the vehicles") {
            try shared.database.sql("SELECT count(*) FROM fleet.vehicle") == ["20"]
        }
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    @Test("needs the login of the owner for a copy of people and their passwords")
    func copy() async throws {
        let copied = try await CopiedHome()
        _ = try await copied.home.run(["serve", "migrate", "--database", copied.shared.address])
            .succeeded()
        let servers = copied.database.serversAddress
        let refused = try await copied.home.run(
            ["serve", "copy", "--from", "sqlite", "--to", servers],
            environment: copied.environment)
        #expect(refused.status == 77)
        #expect(refused.errorText.contains("does not own its tables, so it cannot copy passwords"))
        #expect(
            refused.errorText.contains(
                "hint: use the address with the login of `fleet serve migrate`"))
        #expect(try copied.storedRows() == 0)
        try await copied.copy().succeeded()
        #expect(try copied.storedRows() > 0)
    }

    @Test("has to be named")
    func unnamed() async throws {
        try await shared.home.run("serve", "migrate").failed(
            64, "the address of the database is missing",
            "write it as postgres://USER@HOST/DATABASE, with special characters percent-encoded")
    }
}
