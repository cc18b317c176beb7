import FleetCore
import FleetService
import FleetTestSupport
import HTTPTypes
import Testing

@testable import FleetServer

@Suite(
    "Answers that are the same for everybody are kept while their source stays the same",
    .ownThreads)
struct AnswerTests {
    private static let list = "/api/v1/sources/demo/vehicles"

    @Test("a snapshot that another connection commits is shown at once")
    func commit() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let points = "/api/v1/sources/demo/points"
        let tag = try #require(try await ana.get(points).fields[.eTag])
        for _ in 0..<2 {
            #expect(try await ids(ana.get(Self.list)) == ["A"])
            #expect(try await ana.get(points, fields: [.ifNoneMatch: tag]).status == 304)
        }
        try await server.load(
            [Vehicle(id: "B")], server.sources.all[0], at: ServedTeam.loadedAt + 1)
        #expect(try await ids(ana.get(Self.list)) == ["B"])
        let changed = try await ana.get(points, fields: [.ifNoneMatch: tag])
        #expect(changed.status == 200 && changed.fields[.eTag] != tag)
        #expect(try await ana.get(points).bytes == changed.bytes)
    }

    @Test("a failure of the feed is shown at once")
    func stale() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let source = server.sources.all[0]
        for _ in 0..<2 {
            #expect(try await ana.get(Self.list).json()["stale"] as? Bool == false)
        }
        let info = server.sources.state(of: source.uuid, .vehicles)?.state.info
        server.sources.set(
            .failed(
                FeedFailure(.service(.status(500)), at: "https://example.com"),
                retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, info), of: source.uuid)
        #expect(try await ana.get(Self.list).json()["stale"] as? Bool == true)
    }

    @Test("a list of favorites is that of its reader")
    func favorites() async throws {
        let vehicles = ["A", "B"].map { id in
            var vehicle = Vehicle(id: id)
            vehicle.position = Position(latitude: 52, longitude: 13)
            return vehicle
        }
        let server = try await ServedTeam([("demo", vehicles)])
        let ana = try await server.visitor("ana")
        let ben = try await server.visitor("ben")
        let target = "/api/v1/sources/demo/favorites/A"
        #expect(
            try await ana.send(.put, target, fields: [.origin: ServedTeam.origin]).status < 300)
        let list = Self.list + "?favorites=1"
        #expect(try await ids(ana.get(list)) == ["A"])
        #expect(try await ids(ben.get(list)) == [])
        let points = "/api/v1/sources/demo/points?favorites=1"
        let own = try await ana.get(points)
        #expect(own.fields[.eTag] == nil)
        #expect(try await ben.get(points).bytes != own.bytes)
    }

    @Test("other filters, formats and pages are other answers")
    func queries() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A"), Vehicle(id: "B")])])
        let ana = try await server.visitor("ana")
        for _ in 0..<2 {
            #expect(try await ids(ana.get(Self.list)) == ["A", "B"])
            let first = try await ana.get(Self.list + "?limit=1")
            #expect(try ids(first) == ["A"])
            #expect(first.fields[.link]?.contains("after=") == true)
            #expect(try await ana.get(Self.list + "?format=csv").text.hasPrefix("vehicle_id"))
            #expect(try await ana.get(Self.list + "?format=none").status == 400)
        }
    }

    @Test("in a database that others share, the answer is that of the last snapshot")
    func database() async throws {
        let database = try PostgresServer.shared().makeDatabase()
        let storage = try ServedStorage(database: database.address)
        defer { storage.close() }
        let server = try await ServedTeam(
            storage: storage, [("demo", [Vehicle(id: "A")]), ("other", [Vehicle(id: "C")])])
        let ana = try await server.visitor("ana")
        #expect(try await ids(ana.get(Self.list)) == ["A"])
        let other = "/api/v1/sources/other/vehicles"
        #expect(try await ids(ana.get(other)) == ["C"])
        // What no snapshot has changed is not read again.
        try database.sql("UPDATE fleet.vehicle SET vehicle_id = 'Z'")
        let (demo, later) = (server.sources.all[0], ServedTeam.loadedAt + 1)
        try await server.load([Vehicle(id: "B")], demo, at: later)
        #expect(try await ids(ana.get(Self.list)) == ["B"])
        #expect(try await ids(ana.get(other)) == ["C"])
        #expect(try await ids(ana.get(other + "?limit=5")) == ["Z"])
    }

    @Test("an answer that is kept, or that the client has, needs no free slot for a large one")
    func noPlace() async throws {
        let server = try await ServedTeam([
            ("demo", [Vehicle(id: "A")]), ("other", [Vehicle(id: "B")]),
        ])
        let ana = try await server.visitor("ana")
        let points = "/api/v1/sources/demo/points"
        let tag = try #require(try await ana.get(points).fields[.eTag])
        #expect(try await ids(ana.get(Self.list)) == ["A"])
        let limits = server.server.environment.limits
        var slots: [AnswerLimits.Slot] = []
        while let slot = limits.slot([.everyone]) { slots.append(slot) }
        // A commit of another source, after which the answer that is kept is looked at again.
        try await server.load(
            [Vehicle(id: "C")], server.sources.all[1], at: ServedTeam.loadedAt + 1)
        #expect(try await ana.get(points, fields: [.ifNoneMatch: tag]).status == 304)
        #expect(try await ids(ana.get(Self.list)) == ["A"])
        // A poll without a change, after which it is another snapshot with the same points.
        try await server.load(
            [Vehicle(id: "A")], server.sources.all[0], at: ServedTeam.loadedAt + 2)
        #expect(try await ana.get(points, fields: [.ifNoneMatch: tag]).status == 304)
        #expect(try await ana.get(points + "?color=red").status == 429)
        withExtendedLifetime(slots) {}
    }

    private func ids(_ answer: Answer) throws -> [String] {
        let vehicles = try #require(try answer.json()["vehicles"] as? [[String: Any]])
        return vehicles.compactMap { $0["vehicle_id"] as? String }
    }
}
