import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("A server whose PostgreSQL stops and starts again", .ownThreads) struct OutageTests {
    private let postgres: PostgresServer
    private let storage: ServedStorage

    init() throws {
        postgres = try PostgresServer()
        storage = try ServedStorage(database: postgres.address(of: "fleet"))
    }

    @Test("answers 503 with the time of the next attempt to programs and people, and goes on")
    func requests() async throws {
        defer { storage.close() }
        let served = try await ServedTeam(storage: storage, [("demo", [Vehicle(id: "a")])])
        let ana = try await served.visitor("ana")
        let targets = [
            "/ready", "/api/v1/sources/demo/vehicles", "/api/v1/notes", "/api/v1/events", "/",
            "/favorites", "/v/demo/a",
        ]
        try postgres.stop()
        for target in targets {
            let answer = try await ana.get(target)
            #expect(answer.status == 503, "\(target)")
            #expect(answer.fields[.retryAfter] == "2", "\(target)")
            #expect(answer.text.contains("The database cannot be used right now."), "\(target)")
        }
        let problem = try await ana.get("/api/v1/notes", fields: [.accept: "application/json"])
        #expect(problem.fields[.contentType] == "application/problem+json")
        #expect(try problem.json()["hint"] as? String == "Try again in a few seconds.")
        #expect(try await ana.get("/health").status == 200)
        let signIn = try await served.stranger.post(
            "/signin", [("name", "ana"), ("password", ServedTeam.password)])
        #expect(signIn.status == 503)
        #expect(!signIn.text.contains(postgres.folder))

        try postgres.start()
        try await waitUntil("the server is ready") { try await ana.get("/ready").status == 200 }
        for target in targets where target != "/api/v1/events" {
            #expect(try await ana.get(target).status == 200, "\(target)")
        }
    }

    @Test("keeps its streams open, which then miss no change")
    func stream() async throws {
        let (postgres, storage) = (postgres, storage)
        defer { storage.close() }
        try await LiveServer.run([Vehicle(id: "v0")], storage: storage) { server in
            let following = Self.follow(server)
            defer { following.cancel() }
            let root = try await server.served.visitor("root")
            let start = try server.list()
            let mirror = try await EventStreamClient.open(
                "/api/v1/events?source=demo&after=\(start.cursor)", at: server.port,
                cookie: root.cookie
            ) { client in
                var mirror = Mirror(rows: start.rows, cursor: start.cursor)
                try await Self.load(1, server)
                try mirror.apply(try await client.next("changes"))
                try postgres.stop()
                let refused = try await EventStreamClient.open(
                    "/api/v1/events", at: server.port, cookie: root.cookie
                ) { ($0.status, $0.head.lowercased()) }
                #expect(refused.0 == 503 && refused.1.contains("retry-after: 2"))
                try postgres.start()
                try await waitUntil("the server is ready") {
                    try await root.get("/ready").status == 200
                }
                // The stream does not listen for notifications again before a second.
                for number in 2...5 { try await Self.load(number, server) }
                while mirror.sequences.last != 6 {
                    try mirror.apply(try await client.next("changes"))
                }
                return mirror
            }
            let end = try server.list()
            #expect(mirror.rows == end.rows && mirror.cursor == end.cursor)
            #expect(mirror.sequences == Set(mirror.sequences).sorted())
        }
    }

    @Test("ends its streams after eight seconds, so that their readers ask another server")
    func ends() async throws {
        let (postgres, storage) = (postgres, storage)
        defer { storage.close() }
        try await LiveServer.run([Vehicle(id: "v0")], storage: storage) { server in
            let root = try await server.served.visitor("root")
            try await EventStreamClient.open(
                "/api/v1/events?source=demo", at: server.port, cookie: root.cookie
            ) { client in
                _ = try await client.next("state")
                try postgres.stop()
                for second in 1...15 { await server.hub.tick(at: .seconds(second)) }
                #expect(try await client.next("changes") == nil)
            }
        }
    }

    @Test("resets the streams that have shown a change which a promoted standby lacks")
    func lostChange() async throws {
        let (postgres, storage) = (postgres, storage)
        defer { storage.close() }
        try await LiveServer.run([Vehicle(id: "v0")], storage: storage) { server in
            let following = Self.follow(server)
            defer { following.cancel() }
            let root = try await server.served.visitor("root")
            try await EventStreamClient.open(
                "/api/v1/events?source=demo&after=\(try server.list().cursor)", at: server.port,
                cookie: root.cookie
            ) { client in
                try await Self.load(1, server)
                let shown = try #require(try await client.next("changes")?.id)
                // Another change has its number now.
                try postgres.sql(
                    "UPDATE fleet.change_commit SET committed_at = committed_at + 1", in: "fleet")
                try await Self.load(2, server)
                let reset = try #require(try await client.next("reset")?.id)
                #expect(ChangeCursor(reset)?.stream != ChangeCursor(shown)?.stream)
            }
        }
    }

    /// Lets the hub look for changes by a clock that stands still, because streams end after eight
    /// seconds without the database.
    private static func follow(_ server: LiveServer) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                await server.hub.tick(at: .zero)
                try? await Task.sleep(for: ChangeHub.tickInterval)
            }
        }
    }

    /// Stores a snapshot with a further vehicle.
    private static func load(_ number: Int, _ server: LiveServer) async throws {
        try await server.served.load(
            (0...number).map { Vehicle(id: "v\($0)") }, server.served.sources.all[0],
            at: ServedTeam.loadedAt + Double(number))
    }
}
