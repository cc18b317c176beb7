import FleetCore
import Testing

@testable import FleetService

@Suite("The schedule")
struct ScheduleTests {
    @Test(
        "the next load is due after the longest of minimum, interval and ttl, an hour at most",
        arguments: [
            // minimum, interval, fresh for, due: seconds
            (5.0, nil, 0.0, 5.0), (5, 1, 0, 5), (5, 30, 10, 30), (5, 30, 60, 60),
            (5, 7200, 0, 3600),
            (5, nil, 1e12, 3600), (0, nil, 0.05, 0.05), (0, nil, 0, 5), (0, 0, 0, 5),
            (0, 1, 0, 1), (0, nil, 0.0001, 0.01), (0, -3, -3, 5), (-9, nil, 2, 2),
        ] as [(Double, Double?, Double, Double)])
    func nextLoad(_ minimum: Double, _ interval: Double?, _ freshFor: Double, _ expected: Double) {
        let policy = ServicePolicy.file(interval: interval.map { .seconds($0) })
        let schedule = FeedSchedule(minInterval: .seconds(minimum), freshFor: .seconds(freshFor))
        let nextLoad = Schedule.nextLoad(received: origin, schedule, policy)
        #expect(nextLoad == origin + .seconds(expected))
    }

    @Test("the stored freshness ignores the interval, which applies to one watch only")
    func fresh() {
        let schedule = FeedSchedule(minInterval: .five, freshFor: .seconds(20))
        let fresh = Schedule.freshUntil(
            received: origin, schedule, .http(interval: .seconds(600)))
        #expect(fresh == origin + .seconds(20))
        let file = FeedSchedule(minInterval: .zero, freshFor: .zero)
        #expect(Schedule.freshUntil(received: origin, file, .file()) == origin)
        let endless = FeedSchedule(minInterval: .five, freshFor: .seconds(Int64.max))
        #expect(
            Schedule.freshUntil(received: origin, endless, .http()) == origin + .seconds(3600))
    }

    @Test("times at the end of the calendar do not trap")
    func saturation() {
        let last = Timestamp(milliseconds: .max)
        let first = Timestamp(milliseconds: .min)
        let schedule = FeedSchedule(minInterval: .five, freshFor: .seconds(Int64.max))
        #expect(Schedule.nextLoad(received: last, schedule, .http()) == last)
        #expect(!Schedule.isUpcoming(last, at: first))
        #expect(!Schedule.isUpcoming(first, at: last))
        for now in [first, last] {
            for time in [first, origin, last] {
                var machine = ServiceMachine(policy: .http())
                let record = SourceRecord.failure(began: time, retry: time, notBefore: time)
                _ = machine.handle(.start(record), at: now)
                _ = machine.handle(.refresh(1), at: time)
                #expect(machine.phase.summary != "idle")
            }
        }
    }
}

@Suite("Fetch policy")
struct FetchPolicyTests {
    static let backOff = SourceRecord.failure(began: origin, retry: origin + .seconds(10))
    static let fresh = SourceRecord.success(began: origin, due: origin + .seconds(10))

    @Test("no fetch offline, in back-off, with a leader, or while the snapshot is fresh")
    func reasons() throws {
        let failed = try #require(Self.backOff.backOff)
        func policy(
            _ record: SourceRecord, offline: Bool = false, hasLeader: Bool = false
        ) -> FetchPolicy {
            FetchPolicy(record, at: origin + .five, offline: offline, hasLeader: hasLeader)
        }
        #expect(policy(SourceRecord()) == .fetch)
        #expect(policy(Self.backOff, offline: true, hasLeader: true) == .skip(.offline))
        #expect(policy(Self.backOff, hasLeader: true) == .skip(.backOff(failed)))
        #expect(policy(Self.fresh, hasLeader: true) == .skip(.leader))
        #expect(policy(Self.fresh) == .skip(.fresh(until: origin + .seconds(10))))
    }

    @Test(
        "a stored time that has passed or is more than an hour ahead is ignored",
        arguments: [-3600.0, -1, 0, 3600.001, 1e15])
    func ignored(_ seconds: Double) {
        let time = origin + Duration(clampingSeconds: seconds)
        let records = [
            SourceRecord.failure(began: origin, retry: time, notBefore: time),
            SourceRecord.success(began: origin, due: time),
        ]
        for record in records {
            #expect(FetchPolicy(record, at: origin, offline: false, hasLeader: false) == .fetch)
        }
    }

    @Test("freshness does not count without a snapshot, or after an error")
    func freshnessIgnored() {
        var empty = Self.fresh
        empty.info = nil
        #expect(FetchPolicy(empty, at: origin, offline: false, hasLeader: false) == .fetch)
        var failed = Self.fresh
        failed.backOff = SourceRecord.failure(began: origin, retry: origin).backOff
        #expect(FetchPolicy(failed, at: origin, offline: false, hasLeader: false) == .fetch)
    }

    @Test("a service starts failed, live or loading, according to the policy")
    func startsFromRecord() {
        func started(_ record: SourceRecord) -> [String] {
            var machine = ServiceMachine(policy: .http())
            return machine.handle(.start(record), at: origin).map(\.summary)
        }
        #expect(started(Self.backOff) == ["publish failed 1 +10.0", "timer 1 +10.0"])
        #expect(started(Self.fresh) == ["publish live r7 +10.0", "timer 1 +10.0"])
        #expect(started(.success(began: origin, due: origin)) == ["publish loading", "request 1"])
    }
}
