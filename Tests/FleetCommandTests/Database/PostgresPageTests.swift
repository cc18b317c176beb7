import FleetTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("The commands, queries and settings of the page about PostgreSQL", .slots, .ownThreads)
struct PostgresPageTests {
    private let page: DocumentationPage
    private let postgres: PostgresServer
    private let home: FleetHome
    private let feed: PolledSystem

    /// Makes the database, and a source that has another vehicle at each poll.
    init() async throws {
        page = try DocumentationPage("Documentation/postgresql.md")
        postgres = try PostgresServer(hasRoles: false)
        for block in try page.blocks("sh", in: "The database") { try postgres.shell(block) }
        home = try FleetHome()
        feed = try PolledSystem { PolledSystem.feed("B", "A\($0)") }
        _ = try await home.run(
            "source", "add", "town", feed.address, "--no-check", environment: database
        ).succeeded()
    }

    private var database: [String: String] {
        ["FLEET_DATABASE": postgres.address(of: "fleet")]
    }

    /// Starts a server like that of the page.
    private func startServer(
        in home: FleetHome, at port: Int, for publicURL: String
    ) async throws -> Program {
        let lines = try page.blocks("sh", in: "The servers")[0].split(separator: "\n")
        let command = try #require(lines.first { $0.hasPrefix("fleet serve ") })
        let probes = try TestServer.freePort()
        let arguments = command.split(separator: " ").dropFirst().map { argument in
            String(argument).replacing("10.0.0.11:8080", with: "127.0.0.1:\(port)")
                .replacing("10.0.0.11:9080", with: "127.0.0.1:\(probes)")
                .replacing("10.0.0.10", with: "127.0.0.1")
                .replacing("https://fleet.example", with: publicURL)
        }
        let server = try home.start(arguments, environment: database)
        await server.waitUntil { $0.text.contains("serving ") }
        return server
    }

    /// Runs queries as a user; returns a line for each row.
    private func query(_ sql: String, as user: String) throws -> [String] {
        try postgres.shell("psql -U \(user) -d fleet -qAt -v ON_ERROR_STOP=1 <<'END'\n\(sql)\nEND")
    }

    @Test("Grafana reads vehicles, sites and events, and nothing of people or credentials")
    func grafana() async throws {
        let server = try await startServer(
            in: home, at: TestServer.freePort(), for: "https://127.0.0.1:1")
        try await waitUntil("there are events") {
            try query("SELECT count(*) > 0 FROM fleet.event", as: "postgres") == ["t"]
        }
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
        for block in try page.blocks("sql", in: "A role for Grafana") {
            _ = try query(block, as: "postgres")
        }
        _ = try query(
            "UPDATE fleet.vehicle SET battery_percent = 12, battery_is_estimated = false",
            as: "postgres")
        let queries = try page.blocks("sql", in: "Queries")
        try #require(queries.count == 3)
        #expect(try query(queries[0], as: "fleet_grafana") == ["town|available|2"])
        let low = try query(queries[1], as: "fleet_grafana")
        #expect(low.count == 2 && low.allSatisfy { $0.hasPrefix("town|") && $0.contains("|12|") })
        let events = try query(queries[2], as: "fleet_grafana").map { $0.split(separator: "|") }
        #expect(!events.isEmpty && events.allSatisfy { $0.count == 3 && $0[2] != "0" })

        let readable = try query(
            """
            SELECT relname || '.' || attname FROM pg_attribute JOIN pg_class ON oid = attrelid
            WHERE relnamespace = 'fleet'::regnamespace AND relkind = 'r' AND attnum > 0
                AND relname NOT IN ('vehicle', 'gone_vehicle', 'facet_count', 'site', 'sample', 'event')
                AND has_column_privilege('fleet_grafana', attrelid, attnum, 'SELECT')
            ORDER BY 1
            """, as: "postgres")
        #expect(
            readable == [
                "named_source.name", "named_source.source", "source.began_at", "source.due_at",
                "source.feed", "source.id", "source.revision", "source.uuid",
            ])
        let tables = try page.blocks("sh", in: "Read the tables").flatMap(postgres.shell)
        #expect(tables.contains { $0.contains("Vehicles of the stored snapshots") })
        #expect(tables.contains { $0.contains("ID in the feed") })
    }

    @Test(
        "nginx passes on requests and streams, also after one of two servers was killed",
        .enabled(if: Nginx.path != nil))
    func nginx() async throws {
        let ports = try (0..<3).map { _ in try TestServer.freePort() }
        let url = "https://127.0.0.1:\(ports[2])"
        let added = try await home.shell(
            "echo 'correct horse battery' | fleet user add anna --role administrator --password-stdin",
            environment: database)
        added.succeeded()
        let first = try await startServer(in: home, at: ports[0], for: url)
        let second = try await startServer(in: FleetHome(), at: ports[1], for: url)
        let settings = try page.blocks("nginx", in: "nginx")[0]
            .replacing("10.0.0.11:8080", with: "127.0.0.1:\(ports[0])")
            .replacing("10.0.0.12:8080", with: "127.0.0.1:\(ports[1])")
            .replacing("listen 443", with: "listen 127.0.0.1:\(ports[2])")
        let nginx = try await Nginx(settings, at: ports[2])

        let credentials = #"{"name": "anna", "password": "correct horse battery"}"#
        _ = try await nginx.curl(
            "-H", "Origin: \(url)", "-H", "Content-Type: application/json", "-d", credentials,
            url + "/api/v1/session")
        let stream = try nginx.startCurl("-N", url + "/api/v1/events?source=town")
        await stream.waitUntil { $0.text.split(separator: "event: changes").count > 2 }
        #expect(!stream.output.isEnded)
        stream.send(SIGTERM)
        await first.forceKill()
        for _ in 0..<4 {
            let list = try await nginx.curl(url + "/api/v1/sources/town/vehicles")
            #expect(list.contains(#""vehicle_id":"B""#))
        }
        await nginx.stop()
        second.send(SIGTERM)
        #expect(await second.outcome().status == 0)
    }
}
