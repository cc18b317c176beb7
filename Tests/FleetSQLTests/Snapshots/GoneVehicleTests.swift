import FleetCore
import Foundation
import Synchronization
import Testing

@testable import FleetSQL
@testable import FleetSQLite
@testable import FleetSettings

@Suite("Vehicles that left a feed are remembered")
struct GoneVehicleTests {
    private static let day = 86_400.0

    private func commit(
        _ ids: [String], at time: Double,
        feed: FeedDescription = FeedDescription(format: "GBFS 2.3"), to store: some StoreUnderTest
    ) async throws {
        let vehicles = ids.map { id in
            var vehicle = Vehicle(id: id)
            vehicle.position = Position(latitude: time / Self.day, longitude: 2)
            return vehicle
        }
        _ = try await store.snapshots.commit(outcome(vehicles, at: time, feed: feed), for: demo)
    }

    private func gone(_ id: String, _ store: some StoreUnderTest) throws -> GoneVehicle? {
        try store.snapshots.read { try $0.goneVehicle(id, of: demo) }
    }

    @Test(
        "a vehicle is found as it was last seen, until it comes back", arguments: StoreAdapter.all)
    func found(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(["a", "B"], at: 10, to: store)
        try await commit(["a", "B"], at: 20, to: store)
        #expect(try gone("B", store) == nil)
        try await commit(["a"], at: 30, to: store)
        let found = try #require(try gone("B", store))
        #expect(found.vehicle.position?.latitude == 20 / Self.day)
        #expect(found.seenAt == outcome(fleet([]), at: 20).fetchedAt)
        #expect(
            try gone("b", store) == nil && gone("a", store) == nil && gone("other", store) == nil)
        try await commit(["a", "B"], at: 40, to: store)
        #expect(try gone("B", store) == nil)
    }

    @Test(
        "vehicles are found by ID regardless of case, and by the beginning of the ID",
        arguments: StoreAdapter.all)
    func matches(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(["x-1", "X-1", "x-2", "y", "x%"], at: 10, to: store)
        try await commit(["y", "x-3"], at: 20, to: store)
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

    /// A store whose favorites and notes are what `annotated` has.
    private func store(_ annotated: Annotated) throws -> SQLiteTestStore {
        SQLiteTestStore(try SQLiteFile.inMemory()) { _ in try annotated.read() }
    }

    @Test("after a day only favorites and vehicles with notes are remembered")
    func expired() async throws {
        let annotated = Annotated()
        let store = try store(annotated)
        try await commit(["a", "b", "c", "d"], at: 10, to: store)
        try await commit(["d"], at: 20, to: store)
        annotated.ids = ["a", "b", "a"]
        try await commit(["e"], at: 19 + Self.day, to: store)
        #expect(try gone("c", store) != nil && annotated.reads == 0)
        try await commit(["e"], at: 21 + Self.day, to: store)
        #expect(try gone("c", store) == nil && annotated.reads == 1)
        #expect(try gone("d", store) != nil)
        try await commit(["e"], at: 100 * Self.day, to: store)
        #expect(try gone("a", store) != nil && gone("b", store) != nil)
        #expect(try gone("d", store) == nil)
        annotated.ids = ["b"]
        try await commit(["e"], at: 101 * Self.day, to: store)
        #expect(try gone("a", store) == nil && gone("b", store) != nil)
    }

    @Test("favorites and notes are read at most every hour, and before vehicles are forgotten")
    func hourly() async throws {
        let annotated = Annotated()
        let store = try store(annotated)
        let hour = 3600.0
        try await commit(["a", "b", "c"], at: 0, to: store)
        try await commit(["b", "c"], at: hour, to: store)
        try await commit(["c"], at: 1.5 * hour, to: store)
        try await commit(["c"], at: Self.day + 1.1 * hour, to: store)
        #expect(try gone("a", store) == nil && annotated.reads == 1)
        // b is old by now, and became a favorite after the favorites were read.
        annotated.ids = ["b"]
        try await commit(["c"], at: Self.day + 2 * hour, to: store)
        #expect(try gone("b", store) != nil && annotated.reads == 1)
        try await commit(["c"], at: Self.day + 2.2 * hour, to: store)
        #expect(try gone("b", store) != nil && annotated.reads == 2)
        // A favorite that left the feed long ago costs one read an hour.
        try await commit(["c"], at: Self.day + 4 * hour, to: store)
        #expect(annotated.reads == 3)
    }

    @Test("while favorites and notes cannot be read, no vehicle is forgotten")
    func unreadable() async throws {
        let annotated = Annotated()
        let store = try store(annotated)
        try await commit(["a", "b"], at: 10, to: store)
        try await commit(["b"], at: 20, to: store)
        annotated.isReadable = false
        try await commit(["b"], at: 3 * Self.day, to: store)
        #expect(try gone("a", store) != nil && annotated.reads == 1)
        annotated.isReadable = true
        try await commit(["b"], at: 3 * Self.day + 1, to: store)
        #expect(try gone("a", store) == nil && annotated.reads == 2)
    }

    @Test("the favorites of a home are read from its file, which is not created")
    func home() async throws {
        let folder = try StoreFolder()
        let home = try Home { $0 == "FLEET_HOME" ? folder.path : nil }
        let file = HomeTeamFile(of: home, isReadOnly: true)
        let store = try HomeStore(path: home.databasePath, annotations: file)
        try await commit(["a", "b", "c"], at: 10, to: store)
        try await commit(["c"], at: 20, to: store)
        try await commit(["c"], at: 25 + Self.day, to: store)
        #expect(folder.size(of: home.teamDatabasePath) == nil)
        #expect(try gone("a", store) == nil)
        try await commit(["a", "b", "c"], at: 2 * Self.day, to: store)
        try await commit(["c"], at: 2 * Self.day + 10, to: store)
        try await HomeTeamFile(of: home).write(durably: false) { transaction in
            let owner = SQLValue.text(UUID().uuidString.lowercased())
            try transaction.execute(
                """
                INSERT INTO team_user (id, role, password, created_at, disabled_at)
                VALUES (?1, 'member', '', 0, 0)
                """, [owner])
            try transaction.execute(
                "INSERT INTO favorite (owner, source, vehicle_id, added_at) VALUES (?1, ?2, 'a', 0)",
                [owner, .text(demo.uuidText)])
        }
        let other = try #require(try store.withOwnConnection() as? HomeStore)
        try await commit(["c"], at: 4 * Self.day, to: other)
        #expect(try gone("a", store) != nil && gone("b", store) == nil)
    }

    @Test(
        "a vehicle that a team needs is remembered until the team needs it no more",
        arguments: StoreAdapter.all)
    func kept(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(["a", "b", "c"], at: 10, to: store)
        try await commit(["c"], at: 20, to: store)
        try await store.keepVehicles([demo.uuid: ["a", "a"], UUID(): ["b"]])
        try await commit(["c"], at: 2 * Self.day, to: store)
        #expect(try gone("a", store) != nil && gone("b", store) == nil)
        try await store.keepVehicles([:])
        try await commit(["c"], at: 3 * Self.day, to: store)
        #expect(try gone("a", store) == nil)
    }

    @Test("of too many, the latest are remembered", arguments: StoreAdapter.all)
    func limited(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for time in 1...5 {
            _ = try await store.snapshots.commit(
                outcome(fleet(["v\(time)"]), at: Double(time)), for: demo)
        }
        try await store.write { transaction in
            let source = try #require(try StoredSource.id(of: demo, in: transaction))
            let time = Timestamp(seconds: 6)
            try GoneVehicles(source: source, seenAt: time, goneAt: time, limit: 2)
                .expire(in: transaction)
        }
        let ids = try store.snapshots.read { reader in
            try (1...5).filter { try reader.goneVehicle("v\($0)", of: demo) != nil }
        }
        #expect(ids == [3, 4])
    }

    @Test("vehicles of a feed whose IDs rotate are not remembered", arguments: StoreAdapter.all)
    func rotating(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(["a", "b"], at: 10, to: store)
        try await commit(["b"], at: 20, to: store)
        #expect(try gone("a", store) != nil)
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.rotation = .yes
        try await commit(["c"], at: 30, feed: feed, to: store)
        #expect(try gone("a", store) == nil && gone("b", store) == nil)
    }

    @Test("removing a source forgets its vehicles", arguments: StoreAdapter.all)
    func removal(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(["a", "b"], at: 10, to: store)
        try await commit(["b"], at: 20, to: store)
        try await store.snapshots.remove(demo.uuid)
        try await commit(["b"], at: 30, to: store)
        #expect(try gone("a", store) == nil)
    }
}

/// IDs of favorites and of vehicles with notes, whose reads are counted.
private final class Annotated: Sendable {
    private struct State {
        var ids: [String] = []
        var isReadable = true
        var reads = 0
    }

    private let state = Mutex(State())

    var ids: [String] {
        get { state.withLock(\.ids) }
        set { state.withLock { $0.ids = newValue } }
    }

    var isReadable: Bool {
        get { state.withLock(\.isReadable) }
        set { state.withLock { $0.isReadable = newValue } }
    }

    var reads: Int { state.withLock(\.reads) }

    func read() throws -> [String] {
        try state.withLock { state in
            state.reads += 1
            guard state.isReadable else { throw StoreError.corrupt(path: "team.sqlite") }
            return state.ids
        }
    }
}

/// A store in memory with a reader of favorites and notes.
private struct SQLiteTestStore: StoreUnderTest {
    let snapshots: any SnapshotStore
    let changes: any ChangeStore

    init(_ file: SQLiteFile, annotatedVehicles: @escaping AnnotatedVehicles) {
        snapshots = SQLiteSnapshotStore(file: file, annotatedVehicles: annotatedVehicles)
        changes = SQLiteChangeStore(file: file)
    }
}
