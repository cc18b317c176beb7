import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The stored events of a source") struct StoredEventTests {
    /// A fleet in which vehicles move, charge, are rented and vanish all at once.
    private struct Town {
        var numbers: SeededGenerator
        private var vehicles: [Vehicle] = []
        private var absent: [Vehicle] = []

        init(seed: UInt64) {
            numbers = SeededGenerator(state: seed)
            for index in 0..<60 {
                var vehicle = Vehicle(id: "v\(index)")
                vehicle.position = position()
                vehicle.isReserved = false
                vehicle.isDisabled = false
                vehicle.typeID = "t\(index % 3)"
                vehicle.battery = Battery(percent: Double(index))
                vehicles.append(vehicle)
            }
        }

        private mutating func position() -> Position {
            Position(
                latitude: Double.random(in: 52.5...52.6, using: &numbers),
                longitude: Double.random(in: 13.3...13.5, using: &numbers))!
        }

        mutating func next() -> [Vehicle] {
            for index in vehicles.indices where chance(8) {
                var vehicle = vehicles[index]
                change(&vehicle)
                vehicles[index] = vehicle
            }
            for _ in 0..<2 where !vehicles.isEmpty && chance(2) {
                let index = Int.random(in: vehicles.indices, using: &numbers)
                absent.append(vehicles.remove(at: index))
            }
            if !absent.isEmpty, chance(2) { vehicles.append(absent.removeFirst()) }
            return chance(7) ? [] : vehicles.shuffled(using: &numbers)
        }

        private mutating func change(_ vehicle: inout Vehicle) {
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: vehicle.position = position()
            case 1:
                // Less than a move, until the sum of some is one.
                vehicle.position = vehicle.position.flatMap {
                    Position(latitude: $0.latitude + 0.0002, longitude: $0.longitude)
                }
            case 2: vehicle.isReserved?.toggle()
            case 3: vehicle.isDisabled = vehicle.isDisabled == nil ? true : nil
            case 4:
                vehicle.battery = Battery(
                    percent: Double.random(in: 0...100, using: &numbers).rounded())
            default:
                vehicle.battery = vehicle.battery.flatMap { Battery(percent: $0.percent + 0.4) }
            }
        }

        private mutating func chance(_ one: Int) -> Bool {
            Int.random(in: 0..<one, using: &numbers) == 0
        }
    }

    @Test(
        "are those that a process detects that sees each snapshot", arguments: StoreAdapter.all,
        [IDRotation.no, .unknown, .yes])
    func detected(adapter: StoreAdapter, rotation: IDRotation) async throws {
        for seed in UInt64(1)...2 { try await compare(adapter, rotation, seed) }
    }

    @Test(
        "have the reported trips, until the history of their vehicle is removed",
        arguments: StoreAdapter.all)
    func trips(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store, rotation: .no)
        reader.recording?.history = try HistorySetting("30d")
        let noon = Timestamp(seconds: FollowedStore.now)
        let trips = ["a", "b", "gone"].map { id in
            VehicleTrip(
                id: "trip of \(id)", vehicleID: id, start: noon - .seconds(700),
                end: noon - .seconds(100), meters: 1500)
        }
        let vehicles = [Vehicle(id: "a"), Vehicle(id: "b")]
        try await reader.commit(vehicles, 0, trips: [trips[2]])
        try await reader.commit(vehicles, 60, trips: Array(trips.prefix(2)))
        var query = EventQuery(limit: 10)
        query.kinds = [.trip]
        let stored = try await store.changes.events(of: demo.uuid, query)
        #expect(Set(stored.map(\.json)) == Set(trips.map(\.json.bytes)))
        #expect(stored.allSatisfy { $0.at == noon - .seconds(100) })
        let past = try await store.changes.past(
            ofVehicle: "a", of: demo.uuid, before: nil, limit: 10)
        #expect(past.events.map(\.text) == ["10 min · 1.5 km"])
        let timeline = try await store.changes.history(of: demo) {
            try $0.timeline(
                ofVehicle: "a", from: noon - .seconds(3600), until: noon + .seconds(100))
        }
        #expect(timeline??.trips == [trips[0]])
        _ = try await store.changes.removeHistory(ofVehicle: "a", of: demo, before: nil)
        let left = try await store.changes.events(of: demo.uuid, query)
        #expect(left.compactMap(\.vehicleID).sorted() == ["b", "gone"])
    }

    /// Compares the stored events of a town with those that a process detects.
    private func compare(
        _ adapter: StoreAdapter, _ rotation: IDRotation, _ seed: UInt64
    ) async throws {
        var town = Town(seed: seed)
        var reader = FollowedStore(try adapter.make(), rotation: rotation)
        var detector = EventDetector(rotation: rotation)
        var last: Int64 = 0
        for time in 0..<25 {
            let vehicles = town.next()
            let info = try await reader.commit(vehicles, Double(time))
            if time == 0 {
                try await reader.follow()
                last = info.revision - 1
            }
            guard info.revision != last else { continue }
            last = info.revision
            let batch = detector.compare(vehicles, at: info.fetchedAt)
            let expected =
                batch.events.map(\.json.string)
                + [batch.summaryJSON?.string]
                .compactMap(\.self)
            guard time > 0 else { continue }
            try await reader.follow()
            let json = Data(try #require(reader.changes.last).events)
            let found = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
            #expect(texts(found ?? []) == texts(try expected.map(object)), "at \(time)")
        }
        #expect(reader.resets == 0)
    }

    private func object(_ text: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(object as? [String: Any])
    }

    private func texts(_ objects: [[String: Any]]) -> [String] {
        objects.map { object in
            object.keys.sorted().map { "\($0)=\(object[$0]!)" }.joined(separator: " ")
        }.sorted()
    }

    @Test("are read newest first, in pages, by kind and by vehicle", arguments: StoreAdapter.all)
    func pages(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make(), rotation: .no)
        try await reader.commit(fleet(["a", "b"]), 0)
        try await reader.commit(fleet(["a", "b", "c", "d"]), 1)
        try await reader.commit(fleet(["a", "b", "c"]), 2)
        let changes = reader.store.changes
        var query = EventQuery(limit: 2)
        let first = try await changes.events(of: demo.uuid, query)
        #expect(first.map(\.kind) == [.vehicle(.disappeared), .vehicle(.appeared)])
        #expect(first.map(\.vehicleID) == ["d", "d"])
        query.before = first.last?.position
        let second = try await changes.events(of: demo.uuid, query)
        #expect(second.map(\.vehicleID) == ["c"])
        #expect(String(decoding: second[0].json, as: UTF8.self).hasPrefix(#"{"event":"appeared""#))
        query = EventQuery(limit: 9)
        query.kinds = [.vehicle(.disappeared)]
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [3])
        query = EventQuery(limit: 9)
        query.vehicleID = "d"
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [3, 2])
        #expect(try await changes.events(of: UUID(), query).isEmpty)
    }

    @Test("are in the order of their times, not of their detection", arguments: StoreAdapter.all)
    func times(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        try await reader.commit(fleet(["a"]), 0)
        try await reader.commit(fleet(["a", "b", "c"]), 1)
        try await reader.commit(fleet(["a", "b", "c", "d"]), 2)
        try await store.execute("UPDATE event SET at = at + 5000 WHERE number = 1")
        let changes = reader.store.changes
        var query = EventQuery(limit: 9)
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [1, 3, 2])
        let all = try await changes.events(of: demo.uuid, query)
        query.before = all[0].position
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [3, 2])
        query.before = EventPosition(all[1].position.text)
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [2])
        try await store.execute(
            "UPDATE event SET kind = 'turnover', vehicle_id = NULL WHERE number = 2")
        query = EventQuery(limit: 9)
        query.kinds = [.turnover]
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [2])
        query.kinds = [.turnover, .vehicle(.appeared)]
        #expect(try await changes.events(of: demo.uuid, query).map(\.number) == [1, 3, 2])
    }

    @Test("outlive the stream, and are removed with the source", arguments: StoreAdapter.all)
    func kept(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store, rotation: .no)
        let recording = reader.recording
        try await reader.commit(fleet(["a"]), 0)
        try await reader.commit(fleet(["a", "b"]), 1)
        reader.recording = nil
        try await reader.commit(fleet(["b"]), 2)
        reader.recording = recording
        try await reader.commit(fleet(["a"]), 100)
        try await reader.commit(fleet(["a", "c"]), 102)
        let query = EventQuery(limit: 9)
        let events = try await reader.store.changes.events(of: demo.uuid, query)
        #expect(events.map(\.vehicleID) == ["c", "b"])
        reader.recording?.events.age = .seconds(60)
        try await reader.commit(fleet(["a", "c"]), 103)
        #expect(try store.texts("SELECT number FROM event") == ["2"])
        reader.recording?.events.rows = 1
        try await reader.commit(fleet(["a"]), 104)
        #expect(try store.texts("SELECT number FROM event") == ["3"])
        try await reader.store.snapshots.remove(demo.uuid)
        #expect(try store.texts("SELECT number FROM event").isEmpty)
    }

    @Test("are not detected between snapshots more than a day apart", arguments: StoreAdapter.all)
    func gap(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make(), rotation: .no)
        reader.recording?.changes.age = .seconds(100_000)
        try await reader.commit(fleet(["a"]), 0)
        for (time, ids) in [(90_000.0, ["b"]), (90_001, ["c"])] {
            try await reader.follow()
            try await reader.commit(fleet(ids), time)
        }
        try await reader.follow()
        #expect(reader.changes.map(\.eventCount) == [0, 2])
    }
}
