import FleetCore
import FleetSQL
import Testing

@Suite struct SampleTests {
    private func commit(
        _ celsius: Double, measuredAt time: Double?, fetchedAt: Double, to store: TestStore
    ) async throws {
        let sites = [depot("a", celsius: celsius, measuredAt: time)]
        // A response arrives one second after its request.
        _ = try await store.snapshots.commit(outcome(of: sites, at: fetchedAt - 1), for: depots)
    }

    @Test("the last 120 values of a sensor are stored, oldest first", arguments: StoreAdapter.all)
    func bounded(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for time in 1...150 {
            try await commit(
                Double(time), measuredAt: Double(time), fetchedAt: Double(time), to: store)
            let expected = (max(1, time - 119)...time).map {
                Sample(at: Timestamp(seconds: Double($0)), value: Double($0))
            }
            guard time % 50 == 0 else { continue }
            #expect(try store.temperatures(of: "a") == expected)
        }
        #expect(try store.texts("SELECT value FROM sample").count == 120)
    }

    @Test("a value that is not newer than the last one is ignored", arguments: StoreAdapter.all)
    func order(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(20, measuredAt: 100, fetchedAt: 101, to: store)
        try await commit(21, measuredAt: 100, fetchedAt: 102, to: store)
        try await commit(22, measuredAt: 90, fetchedAt: 103, to: store)
        try await commit(20, measuredAt: 104, fetchedAt: 104, to: store)
        #expect(try store.temperatures(of: "a").map(\.value) == [20, 20])
        #expect(
            try store.temperatures(of: "a").map(\.at)
                == [Timestamp(seconds: 100), Timestamp(seconds: 104)])
    }

    @Test(
        "without a time, the fetch time is used if the value changes or after 30 s",
        arguments: StoreAdapter.all)
    func withoutTime(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for (fetchedAt, celsius) in [(100, 20), (110, 20), (129, 20), (130, 20), (131, 21)] {
            try await commit(
                Double(celsius), measuredAt: nil, fetchedAt: Double(fetchedAt), to: store)
        }
        let times = try store.temperatures(of: "a").map { $0.at.milliseconds / 1000 }
        #expect(times == [100, 130, 131])
    }

    @Test("a time far in the future does not block later samples", arguments: StoreAdapter.all)
    func wrongClock(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(1, measuredAt: 1e9, fetchedAt: 9e8, to: store)
        #expect(try store.temperatures(of: "a").map(\.at) == [Timestamp(seconds: 9e8)])
        // The clock was set back: samples with a time in the future are deleted.
        try await commit(2, measuredAt: 100, fetchedAt: 101, to: store)
        try await commit(3, measuredAt: 105, fetchedAt: 106, to: store)
        #expect(try store.temperatures(of: "a").map(\.value) == [2, 3])
    }

    @Test(
        "non-finite values are not stored, and a condition is 0 or 1", arguments: StoreAdapter.all)
    func conditions(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var site = Site(id: "a")
        site.measurements = [
            Measurement(.temperature, .number(.nan)), Measurement(.humidity, .number(.infinity)),
            Measurement(.smoke, .condition(true)), Measurement(.connectivity, .condition(false)),
        ]
        _ = try await store.snapshots.commit(outcome(of: [site], at: 1), for: depots)
        let samples = try store.snapshots.read { try $0.samples(ofSite: "a", of: depots) }
        #expect(samples.mapValues { $0.map(\.value) } == [.smoke: [1], .connectivity: [0]])
    }

    @Test(
        "a source with very many sensors has a shorter history, so the store stays small",
        arguments: StoreAdapter.all)
    func manySensors(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for time in [1, 25] {
            let sites = (0..<5_000).map {
                depot("s\($0)", celsius: Double(time), measuredAt: Double(time))
            }
            _ = try await store.snapshots.commit(outcome(of: sites, at: Double(time)), for: depots)
            guard time == 1 else { continue }
            let key = store.dialect == .sqlite ? "site, quantity" : "source, site, quantity"
            try await store.execute(
                """
                WITH RECURSIVE later (value) AS (
                    VALUES (2) UNION ALL SELECT value + 1 FROM later WHERE value < 24)
                INSERT INTO sample (\(key), at, value)
                SELECT \(key), later.value * at, later.value FROM sample, later
                """)
        }
        #expect(try store.texts("SELECT count(*) FROM sample") == ["120000"])
        #expect(try store.texts("SELECT 1 FROM sample WHERE value < 2").isEmpty)
    }
}
