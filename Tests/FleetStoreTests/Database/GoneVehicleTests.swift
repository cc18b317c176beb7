import FleetCore
import Foundation
import Testing

@testable import FleetStore

@Suite("Vehicles that left a feed are remembered")
struct GoneVehicleTests {
    private let store: FleetStore
    private static let day = 86_400.0

    init() throws { store = try FleetStore.inMemory() }

    private func commit(
        _ ids: [String], at time: Double,
        feed: FeedDescription = FeedDescription(format: "GBFS 2.3")
    ) async throws {
        let vehicles = ids.map { id in
            var vehicle = Vehicle(id: id)
            vehicle.position = Position(latitude: time / Self.day, longitude: 2)
            return vehicle
        }
        _ = try await store.snapshots.commit(outcome(vehicles, at: time, feed: feed), for: demo)
    }

    private func gone(_ id: String) throws -> GoneVehicle? {
        try store.snapshots.read { try $0.goneVehicle(id, of: demo) }
    }

    @Test("a vehicle is found as it was last seen, until it comes back")
    func found() async throws {
        try await commit(["a", "B"], at: 10)
        try await commit(["a", "B"], at: 20)
        #expect(try gone("B") == nil)
        try await commit(["a"], at: 30)
        let found = try #require(try gone("B"))
        #expect(found.vehicle.position?.latitude == 20 / Self.day)
        #expect(found.seenAt == outcome(fleet([]), at: 20).fetchedAt)
        #expect(try gone("b") == nil && gone("a") == nil && gone("other") == nil)
        try await commit(["a", "B"], at: 40)
        #expect(try gone("B") == nil)
    }

    @Test("vehicles are found by ID regardless of case, and by the beginning of the ID")
    func matches() async throws {
        try await commit(["x-1", "X-1", "x-2", "y", "x%"], at: 10)
        try await commit(["y", "x-3"], at: 20)
        func found(_ match: IDMatch, _ id: String, limit: Int = 10) throws -> [String] {
            try store.snapshots.read { reader in
                try reader.goneVehicles(match, id, of: demo, limit: limit).map(\.vehicle.id)
            }
        }
        #expect(try found(.ignoringCase, "X-1") == ["X-1", "x-1"])
        #expect(try found(.ignoringCase, "x-3").isEmpty)
        #expect(try found(.prefix, "X-") == ["X-1", "x-1", "x-2"])
        #expect(try found(.prefix, "x-", limit: 1) == ["X-1"])
        #expect(try found(.prefix, "x%") == ["x%"])
        #expect(try found(.prefix, "y").isEmpty)
    }

    @Test("after a day only favorites and vehicles with notes are remembered")
    func expired() async throws {
        try await commit(["a", "b", "c", "d"], at: 10)
        try await commit(["d"], at: 20)
        _ = try await store.annotations.addFavorites(
            ["a"], to: demo, at: Timestamp(seconds: 20))
        _ = try await store.annotations.add(
            Note(
                number: 0, vehicleID: "b", text: "t", createdAt: Timestamp(seconds: 20),
                position: nil, seenAt: nil), to: demo)
        try await commit(["e"], at: 19 + Self.day)
        #expect(try gone("c") != nil)
        try await commit(["e"], at: 21 + Self.day)
        #expect(try gone("c") == nil)
        #expect(try gone("d") != nil)
        try await commit(["e"], at: 100 * Self.day)
        #expect(try gone("a") != nil && gone("b") != nil)
        #expect(try gone("d") == nil)
    }

    @Test("a vehicle that a team needs is remembered until the team needs it no more")
    func kept() async throws {
        try await commit(["a", "b", "c"], at: 10)
        try await commit(["c"], at: 20)
        try await store.annotations.keepVehicles([demo.uuid: ["a", "a"], UUID(): ["b"]])
        try await commit(["c"], at: 2 * Self.day)
        #expect(try gone("a") != nil && gone("b") == nil)
        try await store.annotations.keepVehicles([:])
        try await commit(["c"], at: 3 * Self.day)
        #expect(try gone("a") == nil)
    }

    @Test("of too many, the latest are remembered")
    func limited() async throws {
        let file = try SQLiteFile.inMemory()
        let store = SQLiteSnapshotStore(file: file)
        for time in 1...5 {
            _ = try await store.commit(outcome(fleet(["v\(time)"]), at: Double(time)), for: demo)
        }
        try await file.writing { database in
            let source = try #require(try StoredSource.id(of: demo, in: database))
            try GoneVehicleWriter(
                source: source, seenAt: Timestamp(seconds: 6), goneAt: Timestamp(seconds: 6),
                database: database, limit: 2
            ).expire()
        }
        let ids = try store.read { reader in
            try (1...5).filter { try reader.goneVehicle("v\($0)", of: demo) != nil }
        }
        #expect(ids == [3, 4])
    }

    @Test("vehicles of a feed whose IDs rotate are not remembered")
    func rotating() async throws {
        try await commit(["a", "b"], at: 10)
        try await commit(["b"], at: 20)
        #expect(try gone("a") != nil)
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.rotation = .yes
        try await commit(["c"], at: 30, feed: feed)
        #expect(try gone("a") == nil && gone("b") == nil)
    }

    @Test("removing a source forgets its vehicles")
    func removal() async throws {
        try await commit(["a", "b"], at: 10)
        try await commit(["b"], at: 20)
        try await store.snapshots.remove(demo.uuid)
        try await commit(["b"], at: 30)
        #expect(try gone("a") == nil)
    }
}
