import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The history of a source") struct StoredMomentTests {
    private func moment(
        _ seconds: Double, _ reader: FollowedStore
    ) async throws -> MomentRead? {
        let time = time(seconds)
        return try await reader.store.changes.history(of: demo) { try $0.moment(at: time) }
    }

    /// The time when the snapshot of a request is received that begins `seconds` after `now`.
    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(seconds: FollowedStore.now + seconds + 1)
    }

    /// The vehicles of a snapshot as a feed has them.
    private func fed(_ snapshot: Snapshot) -> [Vehicle] {
        snapshot.vehicles.map { vehicle in
            var vehicle = vehicle
            vehicle.stillSince = nil
            return vehicle
        }
    }

    private func setting(_ text: String) throws -> HistorySetting { try HistorySetting(text) }

    @Test(
        "has the vehicles of each snapshot, whatever changed, and at times between",
        arguments: StoreAdapter.all)
    func moments(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store, rotation: .no)
        let series = RandomFleet(120, of: 15, every: 60)
        // The history begins after some commits.
        for (index, fleet) in series.fleets.enumerated() {
            if index == 3 { reader.recording?.history = try setting("30d") }
            // Another process that polls without a setting records, too.
            let recording = reader.recording
            if index.isMultiple(of: 11), index > 3 { reader.recording = nil }
            try await reader.commit(fleet.vehicles, fleet.seconds)
            reader.recording = recording
        }
        var standstills: [[String: Standstill]] = []
        for fleet in series.fleets {
            standstills.append(
                Dictionary(
                    uniqueKeysWithValues: fleet.vehicles.compactMap { vehicle in
                        Standstill(
                            at: vehicle.position, time(fleet.seconds),
                            after: standstills.last?[vehicle.id]
                        ).map { (vehicle.id, $0) }
                    }))
        }
        for (index, fleet) in series.fleets.enumerated() where index >= 3 {
            for delay in [0, 59.0] where index < series.fleets.count - 1 || delay == 0 {
                guard
                    case .moment(let snapshot, let past) = try await moment(
                        fleet.seconds + delay, reader)
                else {
                    Issue.record("no state of snapshot \(index)")
                    return
                }
                #expect(fed(snapshot) == fleet.vehicles, "snapshot \(index)")
                #expect(
                    snapshot.vehicles.map(\.stillSince)
                        == fleet.vehicles.map { standstills[index][$0.id]?.since })
                #expect(past.gap == nil)
                #expect(past.dataAt == time(fleet.seconds))
            }
        }
        guard case .before(let first) = try await moment(series.fleets[2].seconds, reader) else {
            Issue.record("there is a state before the history")
            return
        }
        #expect(first == time(series.fleets[3].seconds))
        let bases = try store.texts("SELECT count(*) || '' FROM change_commit WHERE is_base = 1")
        #expect(try #require(Int(bases[0])) > 2)
    }

    @Test("knows the gaps in which the feed was not read, and why", arguments: StoreAdapter.all)
    func gaps(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        reader.recording?.history = try setting("30d")
        try await reader.commit(fleet(["a"]), 0)
        try await reader.commit(fleet(["b"]), 300)
        try await reader.commit(fleet(["c"]), 2000)
        func gap(_ seconds: Double) async throws -> HistoryGap? {
            guard case .moment(_, let past) = try await moment(seconds, reader) else {
                return nil
            }
            return past.gap
        }
        #expect(try await gap(299) == nil)
        #expect(
            try await gap(301) == HistoryGap(start: time(300), end: time(2000), reason: .pause))
        #expect(try await gap(2000) == nil)
        #expect(try await gap(2599) == nil)
        #expect(
            try await gap(2601) == HistoryGap(start: time(2000), end: time(2601), reason: .pause))
        // The clock is set back.
        try await reader.commit(fleet(["d"]), -4000)
        guard case .moment(let snapshot, _) = try await moment(-3950, reader) else {
            Issue.record("no state after the clock was set back")
            return
        }
        #expect(snapshot.vehicles.map(\.id) == ["d"])
    }

    @Test(
        "is kept for its age and size, with nothing of vehicles that left before",
        arguments: StoreAdapter.all)
    func pruning(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording?.history = try setting("1h")
        let series = RandomFleet(150, of: 10, every: 60)
        for fleet in series.fleets { try await reader.commit(fleet.vehicles, fleet.seconds) }
        guard case .before(let first) = try await moment(0, reader) else {
            Issue.record("the history is not pruned")
            return
        }
        let age = time(149 * 60) - first
        #expect(age >= .seconds(3600) && age <= .seconds(3600 + 3600 / 8 + 60))
        for fleet in series.fleets
        where time(fleet.seconds) >= first {
            guard case .moment(let snapshot, _) = try await moment(fleet.seconds, reader) else {
                Issue.record("no state at \(fleet.seconds)")
                return
            }
            #expect(fed(snapshot) == fleet.vehicles)
        }
        // Every table begins with the base, and refers to nothing that is gone.
        #expect(
            try store.texts(
                """
                SELECT 'change' FROM vehicle_change, change_stream WHERE vehicle_change.sequence < kept_since
                UNION SELECT 'base' FROM vehicle_base, change_stream
                    WHERE vehicle_base.sequence < kept_since
                UNION SELECT 'version' FROM vehicle_change
                    WHERE version NOT IN (SELECT number FROM vehicle_version)
                UNION SELECT 'version of a base' FROM vehicle_base
                    WHERE version NOT IN (SELECT number FROM vehicle_version)
                UNION SELECT 'vehicle' FROM vehicle_change
                    WHERE vehicle NOT IN (SELECT number FROM logged_vehicle)
                """
            ).isEmpty)
    }

    @Test(
        "begins with a response that nothing has changed, and a slow feed has no gaps",
        arguments: StoreAdapter.all)
    func unchanged(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        let vehicles = fleet(["a", "b"])
        try await reader.commit(vehicles, 0)
        reader.recording?.history = try setting("30d")
        for hour in 1...3 {
            var outcome = outcome([], at: FollowedStore.now + Double(hour) * 3600)
            let memory = FeedCacheState(location: "https://example.com", main: .init(address: "v"))
            outcome.response = .notModified(
                memory, FeedSchedule(minInterval: .seconds(5), freshFor: .zero))
            outcome.dueAt = outcome.request.beganAt + .seconds(3600)
            _ = try await store.snapshots.commit(outcome, for: demo, recording: reader.recording)
        }
        guard case .moment(let snapshot, let past) = try await moment(7200 + 1800, reader) else {
            Issue.record("no history begins")
            return
        }
        #expect(fed(snapshot) == vehicles && past.gap == nil)
        #expect(past.dataAt == time(7200))
        #expect(try store.texts("SELECT count(*) || '' FROM vehicle_change") == ["2"])
    }

    @Test(
        "ends with its setting, and live streams go on; it begins again with another one",
        arguments: StoreAdapter.all)
    func end(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording?.history = try setting("1d")
        try await reader.commit(fleet(["a"]), 0)
        try await reader.commit(fleet(["a", "b"]), 1)
        try await store.changes.endHistory(of: demo.uuid)
        #expect(try store.texts("SELECT sequence || '' FROM vehicle_change").isEmpty)
        guard try await moment(1, reader) == nil else {
            Issue.record("the history goes on")
            return
        }
        reader.recording?.history = nil
        try await reader.commit(fleet(["b"]), 2)
        try await reader.follow()
        try await reader.commit(fleet(["b", "c"]), 3)
        try await reader.follow()
        #expect(try reader.mirror == reader.list())
        #expect(reader.resets == 0)
        reader.recording?.history = try setting("1d")
        try await reader.commit(fleet(["b", "c"]), 4)
        try await reader.commit(fleet(["c"]), 5)
        try await reader.follow()
        #expect(try reader.mirror == reader.list())
        guard case .moment(let snapshot, _) = try await moment(4, reader) else {
            Issue.record("no history begins")
            return
        }
        #expect(snapshot.vehicles.map(\.id) == ["b", "c"])
    }

    @Test(
        "is removed in several transactions if it is large, with its source too",
        arguments: StoreAdapter.all, [true, false])
    func largeEnd(adapter: StoreAdapter, removesSource: Bool) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording?.history = try setting("1d")
        for round in 0..<11 {
            let vehicles = (0..<2000).map { index in
                var vehicle = Vehicle(id: "v\(index)")
                vehicle.isReserved = round.isMultiple(of: 2)
                vehicle.isDisabled = false
                return vehicle
            }
            try await reader.commit(vehicles, Double(round))
        }
        #expect(try store.texts("SELECT count(*) || '' FROM vehicle_change") == ["22000"])
        if removesSource {
            try await store.snapshots.remove(demo.uuid)
        } else {
            try await store.changes.endHistory(of: demo.uuid)
        }
        for table in ["vehicle_change", "vehicle_base", "change_commit", "logged_vehicle"] {
            #expect(try store.texts("SELECT count(*) || '' FROM \(table)") == ["0"], "\(table)")
        }
    }
}
