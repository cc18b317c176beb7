import FleetCore
import FleetSQL
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("A backup by the programs of PostgreSQL alone", .ownThreads) struct BackupTests {
    /// Dumps the database and the roles.
    private static let dump = """
        pg_dumpall -U fleet_backup --roles-only --no-role-passwords --file=roles.sql
        pg_dump -U fleet_backup --format=custom --file=fleet.dump fleet
        """
    /// Restores both in a new cluster.
    private static let restore = """
        psql -q -f roles.sql
        pg_restore --exit-on-error --create --dbname=postgres fleet.dump
        """

    private static func fleet(_ ids: String...) -> [Vehicle] { ids.map(Vehicle.init(id:)) }

    /// Fills a database with a bit of everything; returns the cursor of its stream.
    private static func fill(_ storage: ServedStorage) async throws -> ChangeCursor {
        let served = try await ServedTeam(storage: storage, [("demo", fleet("a", "b"))])
        let source = served.sources.all[0]
        try await served.load(fleet("b", "c"), source, at: ServedTeam.loadedAt + 1)
        let ana = try await served.visitor("ana")
        let note = #"{"source": "demo", "vehicle_id": "c", "text": "brake", "visibility": "team"}"#
        #expect(try await ana.send(.post, "/api/v1/notes", json: note).status == 201)
        #expect(
            try await ana.send(.put, "/api/v1/sources/demo/favorites/c", json: "{}").status < 300)
        return try #require(
            try await storage.store.changes.cursors(of: [source.uuid])[source.uuid])
    }

    /// Returns the cursor of a stream, as a server that starts now finds it.
    private static func cursor(of source: UUID, on server: PostgresServer) async throws
        -> ChangeCursor
    {
        let storage = try ServedStorage(database: server.address(of: "fleet"))
        defer { storage.close() }
        return try #require(try await storage.store.changes.cursors(of: [source])[source])
    }

    /// Returns the number and a digest of the rows of each table.
    private static func digests(_ server: PostgresServer) throws -> [String] {
        let tables = try server.sql(
            """
            SELECT relname FROM pg_class WHERE relnamespace = 'fleet'::regnamespace
                AND relkind = 'r' ORDER BY relname
            """, in: "fleet")
        return try tables.map { table in
            let digest = try server.sql(
                """
                SELECT count(*), md5(string_agg(t::text, chr(10) ORDER BY t::text))
                FROM fleet.\(table) AS t
                """, in: "fleet")
            return "\(table) \(digest)"
        }
    }

    @Test("has every row, and its copy goes on with new streams of changes")
    func restore() async throws {
        let page = try DocumentationPage("Documentation/postgresql.md")
        let original = try PostgresServer()
        let storage = try ServedStorage(database: original.address(of: "fleet"))
        let cursor = try await Self.fill(storage)
        storage.close()
        try original.shell(try page.blocks("sh", in: "Back up")[0] + "\n" + Self.dump)

        let copy = try PostgresServer(hasRoles: false)
        let move = "cp '\(original.folder)/roles.sql' '\(original.folder)/fleet.dump' .\n"
        try copy.shell(move + Self.restore)
        let digests = try Self.digests(original)
        #expect(try Self.digests(copy) == digests)
        #expect(digests.contains { $0.hasPrefix("change_commit [\"2|") })

        let restored = try ServedStorage(database: copy.address(of: "fleet"))
        defer { restored.close() }
        let served = try await ServedTeam(isSetUp: false, storage: restored, isRead: false)
        let source = served.sources.all[0].uuid
        let next = try #require(try await restored.store.changes.cursors(of: [source])[source])
        #expect(next.stream != cursor.stream && next.sequence == cursor.sequence)
        #expect(try await Self.cursor(of: source, on: copy) == next)
        for block in try page.blocks("sql", in: "Restore") { try copy.sql(block, in: "fleet") }
        #expect(try await Self.cursor(of: source, on: copy).stream != next.stream)
        let session = try await served.stranger.send(
            .post, "/api/v1/session",
            json: #"{"name": "ana", "password": "\#(ServedTeam.password)"}"#)
        #expect(session.status < 300)
        let ana = Visitor(
            server: served, cookie: String(session.fields[.setCookie]?.prefix { $0 != ";" } ?? ""))
        #expect(try await ana.get("/api/v1/notes").text.contains("brake"))
        let list = try await ana.get("/api/v1/sources/demo/vehicles").json()
        let rows = try #require(list["vehicles"] as? [[String: Any]])
        #expect(rows.compactMap { $0["vehicle_id"] as? String } == ["b", "c"])
    }
}
