import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("Replays and timelines from the log") struct HistoryReplayTests {
    /// The time when the snapshot of a request is received that begins `seconds` after `now`.
    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(seconds: FollowedStore.now + seconds + 1)
    }

    /// The steps of a replay, and the ID of each vehicle in it.
    private struct Replay: Sendable {
        var start: Timestamp
        var earlierGaps: [HistoryGap]
        var steps: [HistoryStep] = []
        var ids: [VehicleNumber: String] = [:]
    }

    private func replay(
        _ store: any StoreUnderTest, from start: Double, until end: Double
    ) async throws -> Replay {
        let (start, end) = (time(start), time(end))
        let read = try await store.changes.history(of: demo) { reader in
            let replay = try reader.replay(from: start, until: end)
            var found = Replay(start: replay.start, earlierGaps: replay.earlierGaps)
            try replay.forEach { step in
                found.steps.append(step)
                return true
            }
            let numbers = found.steps.compactMap { step -> VehicleNumber? in
                switch step {
                case .state(let vehicle), .change(let vehicle): vehicle.number
                case .version, .commit, .gap: nil
                }
            }
            found.ids = try reader.ids(of: Set(numbers))
            return found
        }
        return try #require(read)
    }

    /// What the log has of a vehicle.
    private func logged(_ vehicle: Vehicle) -> String {
        let position = vehicle.position.map { PastPosition($0) }
        return "\(vehicle.id) \(vehicle.state) \(position as Any)"
            + " \(vehicle.battery?.percent as Any) \(vehicle.typeID as Any)"
            + " \(vehicle.stationID as Any)"
    }

    @Test(
        "has the vehicles of each snapshot, from bases in between too", arguments: StoreAdapter.all)
    func replays(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store, rotation: .no)
        reader.recording?.history = try HistorySetting("30d")
        let series = RandomFleet(90, of: 12, every: 60)
        for fleet in series.fleets { try await reader.commit(fleet.vehicles, fleet.seconds) }
        for start in [-100.0, 0, 61, 4000] {
            let replay = try await replay(store, from: start, until: 4801)
            var (versions, fleet) = ([Int32: PastVersion](), [VehicleNumber: PastVehicle]())
            var states: [Int64: [String]] = [:]
            var now: Timestamp?
            func note() {
                guard let now else { return }
                states[now.milliseconds] = fleet.values.map { vehicle in
                    var listed = Vehicle(id: replay.ids[vehicle.number] ?? "")
                    let version = versions[vehicle.version]
                    (listed.typeID, listed.stationID) = (
                        version?.vehicle.typeID, version?.vehicle.stationID
                    )
                    listed.namedState = vehicle.state
                    listed.position = vehicle.position.map { Position($0) }
                    listed.battery = vehicle.battery.flatMap {
                        Battery(percent: Double($0), isEstimated: false)
                    }
                    return logged(listed)
                }.sorted()
            }
            for step in replay.steps {
                switch step {
                case .version(let number, let version): versions[number] = version
                case .state(let vehicle): fleet[vehicle.number] = vehicle
                case .change(let vehicle):
                    fleet[vehicle.number] = vehicle.state == nil ? nil : vehicle
                case .commit(let time):
                    note()
                    now = time
                case .gap(let gap): #expect(gap.reason == .start && start < 0)
                }
            }
            note()
            let expected = series.fleets.filter {
                time($0.seconds) > replay.start && time($0.seconds) > time(0)
                    && time($0.seconds) < time(4801)
            }
            #expect(states.count == expected.count)
            #expect(replay.start <= max(time(start), time(-100)))
            for fleet in expected {
                #expect(
                    states[time(fleet.seconds).milliseconds]
                        == fleet.vehicles.map { logged($0) }.sorted())
            }
            #expect(replay.earlierGaps.map(\.end) == [time(0)])
        }
    }

    @Test(
        "has each gap once, with its reason and the time of failures, up to the end",
        arguments: StoreAdapter.all)
    func gaps(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording?.history = try HistorySetting("30d")
        try await reader.commit([Vehicle(id: "a")], 0)
        try await reader.commit([Vehicle(id: "b")], 300)
        try await reader.commit([Vehicle(id: "c")], 2000)
        try await reader.commit([Vehicle(id: "d")], 2300)
        let steps = try await replay(store, from: 0, until: 9000).steps
        let gaps = steps.compactMap { step in
            if case .gap(let gap) = step { gap } else { nil }
        }
        #expect(
            gaps == [
                HistoryGap(start: time(300), end: time(2000), reason: .pause),
                HistoryGap(start: time(2300), end: time(9000), reason: .pause),
            ])
        let third = try #require(steps.firstIndex(of: .commit(time(2000))))
        #expect(steps[third - 1] == .gap(gaps[0]))
        let early = try await replay(store, from: 0, until: 1000).steps
        #expect(
            early.last == .gap(HistoryGap(start: time(300), end: time(1000), reason: .pause)))
    }

    @Test(
        "has a vehicle's timeline as its documents have it, also after rows were removed",
        arguments: StoreAdapter.all, ["30d", "1h"])
    func timelines(adapter: StoreAdapter, kept: String) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store, rotation: .no)
        reader.recording?.history = try HistorySetting(kept)
        let series = RandomFleet(150, of: 10, every: 60)
        for fleet in series.fleets { try await reader.commit(fleet.vehicles, fleet.seconds) }
        let end = time(149 * 60 + 60)
        let since = try #require(try await store.changes.history(of: demo) { $0.since })
        let documents = series.fleets.filter { time($0.seconds) >= since }
        for id in Set(series.fleets.flatMap { $0.vehicles.map(\.id) }).sorted() {
            let found = try await store.changes.history(of: demo) {
                try $0.timeline(ofVehicle: id, from: Timestamp(milliseconds: 0), until: end)
            }
            let changes = documents.map { fleet in
                let vehicle = fleet.vehicles.first { $0.id == id }
                return (
                    time: time(fleet.seconds),
                    vehicle: vehicle.map {
                        PastVehicle(
                            number: 0, state: $0.state,
                            position: $0.position.map { PastPosition($0) },
                            battery: $0.battery.map { UInt8($0.percent) },
                            version: $0.stationID == nil ? 0 : 1)
                    } ?? PastVehicle(number: 0, state: nil)
                )
            }
            var seen = Array(changes.drop { $0.vehicle.state == nil })
            // It is known since when a vehicle stands that was not in the feed before.
            if seen.count < changes.count, let first = seen.first {
                seen[0].vehicle.standstill = first.vehicle.position.map {
                    Standstill(since: first.time, at: Position($0))
                }
            }
            var docked = Vehicle(id: "")
            docked.stationID = "s"
            let expected = Timeline(
                seen, gaps: [],
                versions: [0: PastVersion(), 1: PastVersion(docked)], until: end)
            let rows = found??.rows ?? []
            // A vehicle that came and left before has only its absence.
            guard expected.rows.contains(where: { $0.content != .absent }) else {
                #expect(rows.allSatisfy { $0.content == .absent })
                continue
            }
            let firstSeen = rows.drop { $0.content == .absent }
            #expect(Array(firstSeen) == expected.rows, "\(id)")
        }
    }
}
