import FleetCore
import FleetSQL
import Foundation
import Testing

/// Tests of windowed reading: the row IDs of a list first, then some of its vehicles.
@Suite struct WindowTests {
    @Test(
        "reading window by window gives the same vehicles as the whole list",
        arguments: StoreAdapter.all, 0..<5)
    func windows(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        let vehicles = hostile.vehicles(150)
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        for _ in 0..<20 {
            let query = hostile.query()
            let windows: [Vehicle?] = try store.snapshots.read { reader in
                let rows = try #require(try reader.rowIDs(matching: query, of: demo) { true })
                return try stride(from: 0, to: rows.count, by: 7).flatMap {
                    try reader.vehicles(at: rows[$0..<min($0 + 7, rows.count)], of: demo)
                }
            }
            #expect(isExactly(try store.all(query), windows.compactMap { $0 }), "\(query)")
        }
    }

    @Test(
        "a vehicle's row is found by its exact ID, and only in its own source",
        arguments: StoreAdapter.all)
    func rowOfVehicle(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let id = store.storable("a\0b")
        _ = try await store.snapshots.commit(outcome(fleet(["a", id, "é"]), at: 1), for: demo)
        let other = SourceKey(UUID(sourceName: "other"))
        _ = try await store.snapshots.commit(outcome(fleet(["z"]), at: 1), for: other)
        try store.snapshots.read { reader in
            let row = try #require(try reader.rowID(ofVehicle: id, of: demo))
            #expect(try reader.vehicles(at: [row], of: demo).map { $0?.id } == [id])
            #expect(try reader.vehicles(at: [row], of: other).map { $0?.id } == [nil])
            #expect(try reader.rowID(ofVehicle: "e\u{301}", of: demo) == nil)
            #expect(try reader.rowID(ofVehicle: "z", of: demo) == nil)
        }
    }

    @Test(
        "a vehicle keeps its row while it is in the feed, and an unused row has no vehicle",
        arguments: StoreAdapter.all)
    func rowsStay(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a", "b", "c"]), at: 1), for: demo)
        let rows = try #require(
            try store.snapshots.read { try $0.rowIDs(matching: .everything, of: demo) { true } })
        _ = try await store.snapshots.commit(outcome(fleet(["0", "c", "a"]), at: 2), for: demo)
        let found = try store.snapshots.read { try $0.vehicles(at: [rows[0], rows[2]], of: demo) }
        #expect(found.map { $0?.id } == ["a", "c"])
        let gone = try store.snapshots.read { try $0.vehicles(at: [-1, .max], of: demo) }
        #expect(gone.count == 2 && gone.allSatisfy { $0 == nil })
    }

    @Test(
        "matching vehicles with a position are reported, the others are counted",
        arguments: StoreAdapter.all, 0..<5)
    func positions(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        _ = try await store.snapshots.commit(outcome(hostile.vehicles(150), at: 1), for: demo)
        let vehicles = try store.all()
        for _ in 0..<10 {
            let filter = hostile.query().filter
            let matching = vehicles.filter(filter.matches)
            var positions: [Position] = []
            let without = try store.snapshots.read { reader in
                try reader.forEachPosition(filter, of: demo) { _, position, _, _ in
                    positions.append(position)
                }
            }
            #expect(without == matching.count { $0.position == nil })
            #expect(Set(positions) == Set(matching.compactMap(\.position)))
        }
    }
}
