import FleetCore
import FleetStore
import Testing

@Suite struct SampleTests {
    private let folder: StoreFolder
    private let store: FleetStore

    init() throws {
        folder = try StoreFolder()
        store = try FleetStore(path: folder.file)
    }

    private func commit(_ celsius: Double, measuredAt time: Double?, readAt: Double) async throws {
        let sites = [depot("a", celsius: celsius, measuredAt: time)]
        // What is read is received a second after it was asked for.
        _ = try await store.commit(delivery(of: sites, at: readAt - 1), for: depots)
    }

    @Test("the last 120 values of a sensor are kept, the oldest first")
    func bounded() async throws {
        for time in 1...300 {
            try await commit(Double(time), measuredAt: Double(time), readAt: Double(time))
            let expected = (max(1, time - 119)...time).map {
                Sample(at: Timestamp(seconds: Double($0)), value: Double($0))
            }
            guard time % 50 == 0 else { continue }
            #expect(try store.temperatures(of: "a") == expected)
        }
        #expect(
            try folder.sqlite3("SELECT count(*), min(value), max(value) FROM sample")
                == "120|181.0|300.0")
    }

    @Test("a value that was not measured later is no new one")
    func order() async throws {
        try await commit(20, measuredAt: 100, readAt: 101)
        try await commit(21, measuredAt: 100, readAt: 102)
        try await commit(22, measuredAt: 90, readAt: 103)
        try await commit(20, measuredAt: 104, readAt: 104)
        #expect(try store.temperatures(of: "a").map(\.value) == [20, 20])
        #expect(
            try store.temperatures(of: "a").map(\.at)
                == [Timestamp(seconds: 100), Timestamp(seconds: 104)])
    }

    @Test("without a time the reading's counts, when the value changes or after 30 s")
    func withoutTime() async throws {
        for (readAt, celsius) in [(100, 20), (110, 20), (129, 20), (130, 20), (131, 21)] {
            try await commit(Double(celsius), measuredAt: nil, readAt: Double(readAt))
        }
        let times = try store.temperatures(of: "a").map { $0.at.milliseconds / 1000 }
        #expect(times == [100, 130, 131])
    }

    @Test("a time far ahead is of a wrong clock and stops nothing")
    func wrongClock() async throws {
        try await commit(1, measuredAt: 1e9, readAt: 9e8)
        #expect(try store.temperatures(of: "a").map(\.at) == [Timestamp(seconds: 9e8)])
        // The clock that people see was set back: what it brought then is dropped.
        try await commit(2, measuredAt: 100, readAt: 101)
        try await commit(3, measuredAt: 105, readAt: 106)
        #expect(try store.temperatures(of: "a").map(\.value) == [2, 3])
    }

    @Test("what is no number leaves no sample, a condition is 0 or 1")
    func conditions() async throws {
        var site = Site(id: "a")
        site.measurements = [
            Measurement(.temperature, .number(.nan)), Measurement(.humidity, .number(.infinity)),
            Measurement(.smoke, .condition(true)), Measurement(.connectivity, .condition(false)),
        ]
        _ = try await store.commit(delivery(of: [site], at: 1), for: depots)
        let samples = try store.snapshot { try $0.samples(of: "a", depots) }
        #expect(samples.mapValues { $0.map(\.value) } == [.smoke: [1], .connectivity: [0]])
    }

    @Test("a source with very many sensors keeps shorter courses, so that the store stays small")
    func manySensors() async throws {
        for time in 1...7 {
            let sites = (0..<20_000).map {
                depot("s\($0)", celsius: Double(time), measuredAt: Double(time))
            }
            _ = try await store.commit(delivery(of: sites, at: Double(time)), for: depots)
        }
        #expect(try folder.sqlite3("SELECT count(*), min(value) FROM sample") == "120000|2.0")
    }
}
