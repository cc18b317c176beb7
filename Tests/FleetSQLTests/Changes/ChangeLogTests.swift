import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The log of a source's changes", .serialized) struct ChangeLogTests {
    private func vehicle(_ id: String, _ latitude: Double) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = Position(latitude: latitude, longitude: -13.4)
        vehicle.isReserved = false
        vehicle.battery = Battery(percent: 62.5)
        return vehicle
    }

    @Test("has plain rows of numbers, which name their vehicles", arguments: StoreAdapter.all)
    func rows(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        try await reader.commit([vehicle("a", 52), vehicle("b", 53)], 0)
        try await reader.commit([vehicle("a", 52.123_456_7), vehicle("b", 53)], 1)
        try await reader.commit([vehicle("b", 53)] + fleet(["c"]), 2)
        #expect(
            try store.texts(
                """
                SELECT sequence || ' ' || latitude || ' ' || longitude || ' ' || state || ' ' || battery
                FROM vehicle_change WHERE battery IS NOT NULL
                """) == ["2 52123457 -13400000 available 63"])
        #expect(
            try store.texts(
                """
                SELECT sequence || state FROM vehicle_change
                WHERE latitude IS NULL AND longitude IS NULL AND battery IS NULL
                """) == ["3unknown"])
        // The number of a vehicle is its own until it leaves.
        #expect(
            try store.texts(
                """
                SELECT change.sequence || ' ' || gone.sequence || ' ' || vehicle_id
                FROM vehicle_change AS change
                JOIN vehicle_removal AS gone USING (source, vehicle)
                WHERE change.sequence < gone.sequence
                """) == ["2 3 a"])
        let id = store.dialect == .sqlite ? "id & 4294967295" : "id"
        #expect(
            try store.texts(
                """
                SELECT vehicle_id FROM vehicle_change AS change
                JOIN vehicle ON vehicle.source = change.source AND \(id) = change.vehicle
                WHERE sequence = 3
                """) == ["c"])
    }

    @Test("takes at most 48 bytes for a change of a vehicle with a stable ID, in SQLite")
    func size() async throws {
        let store = try StoreAdapter.all[0].make()
        let keys = [demo, SourceKey(UUID(), definition: "other")]
        func commit(_ round: Int) async throws {
            let fleet = (0..<2000).map { index in
                vehicle("\(index)", 52 + Double(index) / 10_000 + Double(round) / 1_000_000)
            }
            for key in keys {
                _ = try await store.snapshots.commit(
                    outcome(fleet, at: FollowedStore.now + Double(round)), for: key,
                    recording: Recording(rotation: .no))
            }
        }
        try await commit(0)
        // As after some years.
        try await store.execute("UPDATE change_stream SET sequence = 5000000")
        for round in 1...5 { try await commit(round) }
        let count = try #require(Int(store.texts("SELECT count(*) FROM vehicle_change")[0]))
        #expect(count == 20_000)
        let bytes = try store.texts("SELECT sum(pgsize) FROM dbstat WHERE name = 'vehicle_change'")
        #expect(try #require(Int(bytes[0])) <= 48 * count)
    }
}
