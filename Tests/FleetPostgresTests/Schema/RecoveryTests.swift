import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct RecoveryTests {
    private let section = "Go back to a point in time"
    private let server: PostgresServer
    private let page: DocumentationPage

    init() throws {
        server = try PostgresServer()
        page = try DocumentationPage("Documentation/postgresql.md")
    }

    /// Runs commands of the page.
    @discardableResult
    private func run(_ script: String, to time: String = "") throws -> [String] {
        try server.shell(
            "PGDATA=$data\n"
                + script.replacing("/backup", with: server.folder + "/backup")
                .replacing("2026-01-31 13:59:00+00", with: time)
                .replacing(
                    #"pg_ctl -D "$PGDATA" -w"#, with: #"pg_ctl -D "$PGDATA" -o "$options" -w"#))
    }

    @Test("the commands of the page go back to a point in time, and say that it is a copy")
    func page() async throws {
        let address = try PostgresAddress(server.address(of: "fleet"))
        func open() throws { try PostgresDatabase(address, limits: .extended).close() }
        try open()
        let (settings, commands) = (
            try page.blocks("sql", in: section), try page.blocks("sh", in: section)
        )
        try run("psql -qXd postgres <<'END'\n\(settings[0])\nEND")
        try run("mkdir backup")
        try run(#"pg_ctl -D "$PGDATA" -w -s -l "$0/log" restart"# + "\n" + commands[0])
        let insert = "INSERT INTO fleet.server_setting (name, value) VALUES"
        try server.sql("\(insert) ('before', '')", in: "fleet")
        let time = try #require(try server.sql("SELECT clock_timestamp()").first)
        try server.sql("\(insert) ('after', '')", in: "fleet")

        let parts = commands[1].split(separator: "\n")
        let wait = try #require(parts.firstIndex { $0.contains("pg_is_in_recovery") })
        try run(parts[..<wait].joined(separator: "\n"), to: time)
        try await waitUntil("the server has recovered") {
            try server.sql("SELECT pg_is_in_recovery()") == ["f"]
        }
        try run(parts[(wait + 1)...].joined(separator: "\n"))
        try server.sql(settings[1], in: "fleet")
        let names = "SELECT name FROM fleet.server_setting WHERE name IN ('before', 'after')"
        #expect(try server.sql(names, in: "fleet") == ["before"])
        let identity = "SELECT identity = '' FROM fleet.database_identity"
        #expect(try server.sql(identity, in: "fleet") == ["t"])
        // The next server gives the streams new identifiers.
        try open()
        #expect(try server.sql(identity, in: "fleet") == ["f"])
    }
}
