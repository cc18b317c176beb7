import FleetCore
import FleetStore
import Testing

/// Reading by rows: where the vehicles of a list lie, then some of them.
@Suite struct WindowTests {
    @Test("rows read one window at a time are the list of the same query", arguments: 0..<10)
    func windows(seed: UInt64) async throws {
        var hostile = HostileFleet(seed: seed)
        let vehicles = hostile.vehicles(150)
        let store = try FleetStore.inMemory()
        _ = try await store.commit(delivery(vehicles, at: 1), for: demo)
        for _ in 0..<20 {
            let query = hostile.query()
            let windows: [Vehicle?] = try store.snapshot { reader in
                let rows = try #require(try reader.rows(query, of: demo) { true })
                return try stride(from: 0, to: rows.count, by: 7).flatMap {
                    try reader.vehicles(at: rows[$0..<min($0 + 7, rows.count)], of: demo)
                }
            }
            #expect(isExactly(try store.all(query), windows.compactMap { $0 }), "\(query)")
        }
    }

    @Test("a vehicle's row is found by its exact code, and only in its own source")
    func rowOfVehicle() async throws {
        let store = try FleetStore.inMemory()
        _ = try await store.commit(delivery(fleet(["a", "a\0b", "é"]), at: 1), for: demo)
        let other = SourceKey(name: "other")
        _ = try await store.commit(delivery(fleet(["z"]), at: 1), for: other)
        try store.snapshot { reader in
            let row = try #require(try reader.row(ofVehicle: "a\0b", of: demo))
            #expect(try reader.vehicles(at: [row], of: demo).map { $0?.id } == ["a\0b"])
            #expect(try reader.vehicles(at: [row], of: other).map { $0?.id } == [nil])
            #expect(try reader.row(ofVehicle: "e\u{301}", of: demo) == nil)
            #expect(try reader.row(ofVehicle: "z", of: demo) == nil)
        }
    }

    @Test("a vehicle keeps its row while it is in the feed, and a row without vehicle is empty")
    func rowsStay() async throws {
        let store = try FleetStore.inMemory()
        _ = try await store.commit(delivery(fleet(["a", "b", "c"]), at: 1), for: demo)
        let rows = try #require(
            try store.snapshot { try $0.rows(VehicleQuery(), of: demo) { true } })
        _ = try await store.commit(delivery(fleet(["0", "c", "a"]), at: 2), for: demo)
        let found = try store.snapshot { try $0.vehicles(at: [rows[0], rows[2]], of: demo) }
        #expect(found.map { $0?.id } == ["a", "c"])
        let gone = try store.snapshot { try $0.vehicles(at: [-1, .max], of: demo) }
        #expect(gone.count == 2 && gone.allSatisfy { $0 == nil })
    }

    @Test("positions are those of the vehicles that pass, the others are counted", arguments: 0..<5)
    func positions(seed: UInt64) async throws {
        var hostile = HostileFleet(seed: seed)
        let vehicles = hostile.vehicles(150)
        let store = try FleetStore.inMemory()
        _ = try await store.commit(delivery(vehicles, at: 1), for: demo)
        for _ in 0..<10 {
            let filter = hostile.query().filter
            let passing = vehicles.filter(filter.matches)
            var positions: [Position] = []
            let without = try store.snapshot { reader in
                try reader.forEachPosition(filter, of: demo) { _, position, _, _ in
                    positions.append(position)
                }
            }
            #expect(without == passing.count { $0.position == nil })
            #expect(Set(positions) == Set(passing.compactMap(\.position)))
        }
    }
}
