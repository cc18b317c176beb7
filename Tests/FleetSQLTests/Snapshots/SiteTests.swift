import FleetCore
import FleetSQL
import Testing

@Suite struct SiteTests {
    @Test("sites are found by words of their ID, name and address", arguments: StoreAdapter.all)
    func words(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var north = Site(id: "n-1")
        (north.name, north.address) = ("Depot Nord 100%", "1 Quay Street")
        var south = Site(id: "s-1")
        south.name = "Depot Süd"
        _ = try await store.snapshots.commit(
            outcome(of: [north, south, Site(id: "depot-3")], at: 1), for: depots)
        func found(_ words: String..., limit: Int = 10) throws -> [String] {
            try store.snapshots.read { try $0.sites(having: words, of: depots, limit: limit) }
                .map(\.id)
        }
        #expect(try found("DEPOT") == ["depot-3", "n-1", "s-1"])
        #expect(try found("depot", limit: 1) == ["depot-3"])
        #expect(try found("depot", "quay") == ["n-1"])
        #expect(try found("%") == ["n-1"])
        #expect(try found("_").isEmpty)
        #expect(try found("süd") == ["s-1"])
        #expect(try found("' OR 1=1 --").isEmpty)
    }

    @Test(
        "sites are read as they were written, whatever they contain", arguments: StoreAdapter.all,
        1...5)
    func roundTrip(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        for time in 1...6 {
            let ids = HostileFleet.texts.map(store.storable).filter { _ in
                Bool.random(using: &hostile.numbers)
            }
            let sites = ids.map { hostile.site($0) }
            let info = try await store.snapshots.commit(
                outcome(of: sites, at: Double(time)), for: depots)
            let stored = try store.sites()
            let expected = sites.sorted { ByteOrder.precedes($0.id, $1.id) }
            #expect(stored == expected)
            #expect(stored.map { Array($0.id.utf8) } == expected.map { Array($0.id.utf8) })
            #expect(info.total == sites.count)
            #expect(
                try store.texts("SELECT site_id FROM site").count == sites.count)
        }
    }

    @Test(
        "no counts, an empty list of them, and those of vehicles and docks are told apart",
        arguments: StoreAdapter.all)
    func typedCounts(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let counts = [TypedCount(["x"], count: 1)]
        let variants: [([TypedCount]?, [TypedCount]?)] = [
            (nil, nil), ([], nil), (nil, []), (counts, nil), (nil, counts), (counts, counts),
        ]
        for (time, variant) in variants.enumerated() {
            var site = Site(id: "a")
            (site.vehiclesByType, site.docksByType) = variant
            let info = try await store.snapshots.commit(
                outcome(of: [site], at: Double(time + 1)), for: depots)
            #expect(info.changes != .none)
            #expect(try store.sites() == [site])
        }
    }

    @Test(
        "of two sites with the same ID the last one is stored, and the changes are counted",
        arguments: StoreAdapter.all)
    func changes(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        func site(_ id: String, _ capacity: Int) -> Site {
            var site = Site(id: id)
            site.capacity = capacity
            return site
        }
        let first = try await store.snapshots.commit(
            outcome(of: [site("a", 1), site("b", 1), site("a", 2)], at: 1), for: depots)
        #expect(first.changes == SnapshotChanges(added: 2, gone: 0, changed: 0))
        #expect(try store.sites().map(\.capacity) == [2, 1])
        let second = try await store.snapshots.commit(
            outcome(of: [site("a", 3), site("c", 1)], at: 2), for: depots)
        #expect(second.changes == SnapshotChanges(added: 1, gone: 1, changed: 1))
        let third = try await store.snapshots.commit(
            outcome(of: [site("c", 1), site("a", 3)], at: 3), for: depots)
        #expect(third.changes == .none)
        #expect(third.revision == second.revision)
        #expect(try store.snapshots.read { try $0.site("a", of: depots) } == site("a", 3))
        #expect(try store.snapshots.read { try $0.site("A", of: depots) } == nil)
    }

    @Test(
        "sites and vehicles of one source are independent and are removed together",
        arguments: StoreAdapter.all)
    func apart(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var vehicles = fleet(["x", "y", "z"])
        vehicles[0].stationID = "a"
        vehicles[2].stationID = "a"
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        _ = try await store.snapshots.commit(
            outcome(of: [depot("a", celsius: 20, measuredAt: 1)], at: 1), for: depots)
        _ = try await store.snapshots.commit(outcome(vehicles, at: 2), for: demo)
        #expect(try store.sites().map(\.id) == ["a"])
        #expect(try store.all().map(\.id) == ["x", "y", "z"])
        #expect(try store.snapshots.read { try $0.parkedVehicles(of: demo) }["a"] == 2)
        try await store.snapshots.remove(depots.uuid)
        for table in ["source", "vehicle", "site", "sample"] {
            #expect(try store.texts("SELECT 1 FROM \(table)").isEmpty)
        }
    }

    @Test(
        "measurements of a vehicle are stored, and NULL if there are none",
        arguments: StoreAdapter.all)
    func vehicles(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: 3, store.dialect)
        for time in 1...5 {
            var vehicles = fleet((0..<40).map { "v\($0 + 10)" })
            for index in vehicles.indices where index % 2 == time % 2 {
                vehicles[index].measurements = hostile.measurements()
            }
            _ = try await store.snapshots.commit(outcome(vehicles, at: Double(time)), for: demo)
            #expect(try store.all() == vehicles)
            let unmeasured = vehicles.count { $0.measurements.isEmpty }
            #expect(
                try store.texts("SELECT 1 FROM vehicle WHERE measurements IS NULL").count
                    == unmeasured)
        }
    }
}
