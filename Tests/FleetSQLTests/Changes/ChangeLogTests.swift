import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The log of a source's changes") struct ChangeLogTests {
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
                SELECT sequence || ' ' || latitude || ' ' || longitude || ' ' || state_code || ' '
                || battery FROM vehicle_change WHERE battery IS NOT NULL
                """) == ["2 52123457 -13400000 0 63"])
        #expect(
            try store.texts(
                """
                SELECT sequence || ' ' || vehicle_id || ' ' || coalesce(state_code, -1)
                || ' ' || coalesce(previous, -1)
                FROM vehicle_change JOIN logged_vehicle ON number = vehicle
                WHERE latitude IS NULL AND longitude IS NULL AND battery IS NULL ORDER BY vehicle_id
                """) == ["3 a -1 2", "3 c 3 -1"])
        let id = store.dialect == .sqlite ? "id & 4294967295" : "id"
        #expect(
            try store.texts(
                """
                SELECT vehicle_id FROM vehicle_change AS change
                JOIN vehicle ON vehicle.source = change.source AND \(id) = change.vehicle
                WHERE sequence = 3
                """) == ["c"])
    }

    @Test(
        "a vehicle that is in the feed again has its number and its rows from before",
        arguments: StoreAdapter.all)
    func returning(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        let (a, b) = (vehicle("a", 52), vehicle("b", 53))
        try await reader.commit([a, b], 0)
        try await reader.commit([b], 1)
        try await reader.commit(fleet(["c", "d"]) + [b], 2)
        try await reader.commit(fleet(["c", "d"]) + [a, b], 3)
        try await reader.commit(fleet(["c"]) + [a], 4)
        #expect(
            try store.texts(
                """
                SELECT vehicle_id || ' ' || sequence || ' ' || coalesce(previous, 0) FROM vehicle_change
                JOIN logged_vehicle ON number = vehicle ORDER BY vehicle_id, sequence
                """) == ["a 2 0", "a 4 2", "b 5 0", "c 3 0", "d 3 0", "d 5 3"])
        #expect(
            try store.texts(
                """
                SELECT vehicle_id || ' ' || coalesce(removed_at, 0) FROM logged_vehicle
                ORDER BY vehicle_id
                """) == ["a 0", "b 5", "c 0", "d 5"])
    }

    @Test(
        "a change of other columns is in the stream, and is no change of the log",
        arguments: StoreAdapter.all)
    func touches(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        var vehicle = vehicle("a", 52)
        try await reader.commit([vehicle], 0)
        try await reader.follow()
        vehicle.currentRangeMeters = 1200
        try await reader.commit([vehicle], 1)
        try await reader.follow()
        #expect(try store.texts("SELECT vehicle || '' FROM vehicle_change").isEmpty)
        #expect(try store.texts("SELECT sequence || '' FROM vehicle_touch") == ["2"])
        #expect(reader.resets == 0 && reader.changes.count == 1)
        #expect(try reader.mirror == reader.list())
    }

    @Test(
        "vehicles with the same fields that seldom change share one version of them",
        arguments: StoreAdapter.all)
    func versions(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        func fleet(_ colors: [String]) -> [Vehicle] {
            colors.enumerated().map { index, color in
                var vehicle = vehicle("\(index)", 52)
                vehicle.color = VehicleColor(color)
                return vehicle
            }
        }
        try await reader.commit(fleet(["red", "red", "blue"]), 0)
        try await reader.commit(fleet(["blue", "green", "green"]), 1)
        try await reader.commit(fleet(["blue", "blue", "green"]), 2)
        let versions = """
            SELECT sequence || ' ' || vehicle_id || ' ' || color FROM vehicle_change AS change
            JOIN logged_vehicle ON logged_vehicle.number = vehicle
            JOIN vehicle_version AS version ON version.number = change.version
            ORDER BY sequence, vehicle_id
            """
        #expect(
            try store.texts(versions)
                == ["2 0 blue", "2 1 green", "2 2 green", "3 1 blue"])
        #expect(
            try store.texts("SELECT color FROM vehicle_version ORDER BY color") == [
                "blue", "green",
            ])
    }

    @Test(
        "its rows lead from each vehicle's newest one through all of them, and are the differences",
        arguments: StoreAdapter.all)
    func links(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        var random = SystemRandomNumberGenerator()
        var fleets: [[String: Vehicle]] = []
        for round in 0..<40 {
            var fleet: [String: Vehicle] = [:]
            for index in 0..<12 where Int.random(in: 0..<4, using: &random) > 0 {
                var vehicle = vehicle(
                    "\(index)", 52 + Double(Int.random(in: 0..<2, using: &random)))
                vehicle.stationID = Bool.random(using: &random) ? "s" : nil
                vehicle.currentRangeMeters = Double(Int.random(in: 0..<2, using: &random))
                fleet[vehicle.id] = vehicle
            }
            fleets.append(fleet)
            try await reader.commit(Array(fleet.values), Double(round))
        }
        func logged(_ vehicle: Vehicle?) -> String? {
            vehicle.map { "\($0.position?.latitude ?? 0) \($0.stationID ?? "")" }
        }
        var expected: [String] = []
        for index in 0..<12 {
            var previous = 0
            for sequence in 2...fleets.count {
                let (old, new) = (fleets[sequence - 2], fleets[sequence - 1])
                guard logged(old["\(index)"]) != logged(new["\(index)"]) else { continue }
                let (id, isGone) = ("\(index)", new["\(index)"] == nil)
                expected.append("\(id) \(sequence) \(previous) \(isGone ? 1 : 0)")
                previous = sequence
            }
        }
        let rows = try store.texts(
            """
            SELECT vehicle_id || ' ' || sequence || ' ' || coalesce(previous, 0) || ' '
            || CASE WHEN state_code IS NULL THEN 1 ELSE 0 END FROM vehicle_change
            JOIN logged_vehicle ON number = vehicle
            """)
        #expect(rows.sorted() == expected.sorted())
        let number = store.dialect == .sqlite ? "id & 4294967295" : "id"
        #expect(
            try store.texts(
                """
                SELECT vehicle_id FROM vehicle WHERE logged_at IS DISTINCT FROM (
                    SELECT max(sequence) FROM vehicle_change WHERE vehicle = \(number))
                """.replacing(
                    "DISTINCT FROM", with: store.dialect == .sqlite ? "NOT" : "DISTINCT FROM")
            ).isEmpty)
    }

    @Test(
        "numbers that come to an end begin again, with a new log",
        arguments: StoreAdapter.all)
    func exhausted(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        try await reader.commit(fleet(["a", "b"]), 0)
        try await store.execute("UPDATE change_stream SET number_end = 2147483644")
        try await reader.commit(fleet(["a", "b", "c"]), 1)
        try await reader.follow()
        let stream = reader.cursor?.stream
        try await reader.commit(fleet(["a", "b", "c", "d", "e"]), 2)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.cursor?.stream != stream)
        try await reader.commit(fleet(["a", "d", "e", "f"]), 3)
        try await reader.follow()
        #expect(reader.resets == 1)
        #expect(try reader.mirror == reader.list())
        #expect(try store.texts("SELECT number_end || '' FROM change_stream") == ["6"])
        #expect(try store.snapshots.read { try $0.counts(VehicleQuery(), of: demo).total } == 4)
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
