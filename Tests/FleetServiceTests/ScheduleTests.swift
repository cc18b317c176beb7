import FleetCore
import Testing

@testable import FleetService

@Suite("The schedule")
struct ScheduleTests {
    @Test(
        "the next load is due after the longest of floor, interval and ttl, an hour at most",
        arguments: [
            // floor, interval, good for, due: seconds
            (5.0, nil, 0.0, 5.0), (5, 1, 0, 5), (5, 30, 10, 30), (5, 30, 60, 60),
            (5, 7200, 0, 3600),
            (5, nil, 1e12, 3600), (0, nil, 0.05, 0.05), (0, nil, 0, 5), (0, 0, 0, 5),
            (0, 1, 0, 1), (0, nil, 0.0001, 0.01), (0, -3, -3, 5), (-9, nil, 2, 2),
        ] as [(Double, Double?, Double, Double)])
    func due(_ floor: Double, _ interval: Double?, _ goodFor: Double, _ expected: Double) {
        let policy = ServicePolicy.file(interval: interval.map { .seconds($0) })
        let schedule = FeedSchedule(floor: .seconds(floor), goodFor: .seconds(goodFor))
        let due = Schedule.due(received: origin, schedule, policy)
        #expect(due == origin + .seconds(expected))
    }

    @Test("what is stored as fresh leaves out the interval, which holds for one watch only")
    func fresh() {
        let schedule = FeedSchedule(floor: .five, goodFor: .seconds(20))
        let fresh = Schedule.freshUntil(
            received: origin, schedule, .http(interval: .seconds(600)))
        #expect(fresh == origin + .seconds(20))
        let file = FeedSchedule(floor: .zero, goodFor: .zero)
        #expect(Schedule.freshUntil(received: origin, file, .file()) == origin)
        let endless = FeedSchedule(floor: .five, goodFor: .seconds(Int64.max))
        #expect(
            Schedule.freshUntil(received: origin, endless, .http()) == origin + .seconds(3600))
    }

    @Test("times at the end of the calendar do not trap")
    func saturation() {
        let last = Timestamp(milliseconds: .max)
        let first = Timestamp(milliseconds: .min)
        let schedule = FeedSchedule(floor: .five, goodFor: .seconds(Int64.max))
        #expect(Schedule.due(received: last, schedule, .http()) == last)
        #expect(!Schedule.isAhead(last, of: first))
        #expect(!Schedule.isAhead(first, of: last))
        for now in [first, last] {
            for time in [first, origin, last] {
                var machine = ServiceMachine(policy: .http())
                let record = SourceRecord.failure(began: time, retry: time, notBefore: time)
                _ = machine.handle(.start(record), at: now)
                _ = machine.handle(.refresh(1), at: time)
                #expect(machine.phase.words != "idle")
            }
        }
    }
}

@Suite("Whether to ask")
struct AskPolicyTests {
    static let backOff = SourceRecord.failure(began: origin, retry: origin + .seconds(10))
    static let fresh = SourceRecord.success(began: origin, due: origin + .seconds(10))

    @Test("nothing is asked offline, in back-off, under a leader, or of what is fresh")
    func reasons() throws {
        let failed = try #require(Self.backOff.backOff)
        func ask(_ record: SourceRecord, offline: Bool = false, isLed: Bool = false) -> AskPolicy {
            AskPolicy(record, at: origin + .five, offline: offline, isLed: isLed)
        }
        #expect(ask(SourceRecord()) == .ask)
        #expect(ask(Self.backOff, offline: true, isLed: true) == .dontAsk(.offline))
        #expect(ask(Self.backOff, isLed: true) == .dontAsk(.backOff(failed)))
        #expect(ask(Self.fresh, isLed: true) == .dontAsk(.leader))
        #expect(ask(Self.fresh) == .dontAsk(.fresh(until: origin + .seconds(10))))
    }

    @Test(
        "a remembered time that has passed or is more than an hour ahead is ignored",
        arguments: [-3600.0, -1, 0, 3600.001, 1e15])
    func ignored(_ seconds: Double) {
        let time = origin + Duration(clampingSeconds: seconds)
        let records = [
            SourceRecord.failure(began: origin, retry: time, notBefore: time),
            SourceRecord.success(began: origin, due: time),
        ]
        for record in records {
            #expect(AskPolicy(record, at: origin, offline: false, isLed: false) == .ask)
        }
    }

    @Test("a fresh time is worth nothing without a snapshot, or after an error")
    func worthless() {
        var empty = Self.fresh
        empty.info = nil
        #expect(AskPolicy(empty, at: origin, offline: false, isLed: false) == .ask)
        var failed = Self.fresh
        failed.backOff = SourceRecord.failure(began: origin, retry: origin).backOff
        #expect(AskPolicy(failed, at: origin, offline: false, isLed: false) == .ask)
    }

    @Test("a service starts failed, live or loading, as the policy says")
    func startsFromRecord() {
        func started(_ record: SourceRecord) -> [String] {
            var machine = ServiceMachine(policy: .http())
            return machine.handle(.start(record), at: origin).map(\.words)
        }
        #expect(started(Self.backOff) == ["show failed 1 +10.0", "wait 1 +10.0"])
        #expect(started(Self.fresh) == ["show live r7 +10.0", "wait 1 +10.0"])
        #expect(started(.success(began: origin, due: origin)) == ["show loading", "request 1"])
    }
}
