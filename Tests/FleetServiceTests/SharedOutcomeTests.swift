import FleetCore
import Testing

@testable import FleetService

@Suite("Outcomes of other processes")
struct SharedOutcomeTests {
    /// Returns the actions of a load that was requested at the start, when `noted` was the last
    /// request, and gets the lock at `now`.
    private func actions(
        _ record: SourceRecord, isRefresh: Bool = true, policy: ServicePolicy = .http(),
        noted: RequestID? = nil, now: Timestamp = origin + .seconds(2)
    ) -> [String] {
        var machine = ServiceMachine(policy: policy)
        _ = machine.handle(isRefresh ? .refresh(1) : .start(SourceRecord()), at: origin)
        if machine.isRefreshing { _ = machine.handle(.lastRequestRead(1, noted), at: origin) }
        return machine.handle(.recordRead(1, record), at: now).map(\.summary)
            .filter { $0 != "publish loading" }
    }

    @Test(
        "a start adopts a snapshot if its request began at most 5 s before",
        arguments: [
            (-5001, false), (-5000, true), (-1, true), (0, true), (1500, true), (2001, false),
        ])
    func window(_ milliseconds: Int, _ isAdopted: Bool) {
        let began = origin + .milliseconds(milliseconds)
        let actions = actions(
            .success(began: began, due: origin + .seconds(30)), isRefresh: false)
        #expect(actions == (isAdopted ? ["publish live r7 +30.0", "timer 1 +30.0"] : ["load"]))
    }

    @Test(
        "a refresh adopts an outcome only if it was not complete when the refresh was requested",
        arguments: [-60_000, -5000, -1, 0, 1500])
    func inFlight(_ milliseconds: Int) {
        let began = origin + .milliseconds(milliseconds)
        let snapshot = SourceRecord.success(began: began, due: origin + .seconds(30))
        let failure = SourceRecord.failure(began: began, retry: origin + .seconds(20))
        #expect(
            actions(snapshot) == [
                "publish live r7 +30.0", "complete [1] r7", "timer 1 +30.0",
            ])
        for record in [snapshot, failure] {
            #expect(actions(record, noted: record.lastRequest) == ["load"])
        }
    }

    @Test("a caller that joins a waiting refresh does not get an outcome from before")
    func lateCaller() {
        var machine = ServiceMachine(policy: .http())
        let record = SourceRecord.success(began: origin, due: origin + .seconds(30))
        _ = machine.handle(.refresh(1), at: origin)
        _ = machine.handle(.lastRequestRead(1, nil), at: origin)
        // The other process may have stored its outcome just before this.
        _ = machine.handle(.refresh(2), at: origin + .seconds(1))
        let actions = machine.handle(.recordRead(1, record), at: origin + .seconds(2))
        #expect(actions.map(\.summary).last == "load")
    }

    @Test(
        "the request of a refresh begins at least a second after the last one",
        arguments: [(-1000, 0), (-999, 1), (-1, 999), (0, 1000), (1, 0)])
    func spacing(_ began: Int, _ wait: Int) {
        let last = RequestID(beganAt: origin + .milliseconds(began), process: "other")
        let time = Schedule.refresh(after: last, .http(), at: origin)
        #expect(time == origin + .milliseconds(wait))
        #expect(Schedule.refresh(after: last, .file(), at: origin) == origin)
        #expect(Schedule.refresh(after: nil, .http(), at: origin) == origin)
    }

    @Test("a failure is adopted like a snapshot, and not stored again")
    func failure() {
        let actions = actions(.failure(began: origin, retry: origin + .seconds(20), attempt: 3))
        #expect(actions == ["publish failed 3 +20.0", "complete [1] failed", "timer 1 +20.0"])
    }

    @Test("a process does not adopt its own outcome")
    func own() {
        #expect(actions(.success(by: "me", began: origin, due: nil)) == ["load"])
        let failure = SourceRecord.failure(by: "me", began: origin, retry: origin + .seconds(9))
        #expect(actions(failure) == ["load"])
    }

    @Test("a source without a minimum interval is always read again")
    func file() {
        let record = SourceRecord.success(began: origin, due: origin + .seconds(30))
        #expect(actions(record, policy: .file()) == ["load"])
    }

    @Test("an older back-off delays a start, but not a refresh")
    func olderBackOff() {
        let record = SourceRecord.failure(
            began: origin - .seconds(60), retry: origin + .seconds(9), attempt: 4)
        #expect(actions(record, noted: record.lastRequest) == ["load"])
        #expect(actions(record, isRefresh: false) == ["publish failed 4 +9.0", "timer 1 +9.0"])
    }

    @Test(
        "Retry-After delays starts and refreshes, and the error has its end",
        arguments: ["me", "other"])
    func retryAfter(_ process: String) {
        let until = origin + .seconds(90)
        let record = SourceRecord.failure(
            by: process, began: origin - .seconds(60), retry: until, notBefore: until)
        #expect(
            actions(record) == [
                "publish failed 1 +90.0", "complete [1] backing off +90.0", "timer 1 +90.0",
            ])
    }

    @Test("an adopted outcome with an impossible time leads to a wait, not to an immediate load")
    func impossibleTimes() {
        let times = [
            origin - .seconds(1), origin + .seconds(90_000), Timestamp(milliseconds: .max),
        ]
        for time in times {
            #expect(
                actions(.failure(began: origin, retry: time)) == [
                    "publish failed 1 +7.0", "complete [1] failed", "timer 1 +7.0",
                ])
        }
        let past = actions(.success(began: origin, due: origin - .seconds(50)))
        #expect(past == ["publish live r7 +7.0", "complete [1] r7", "timer 1 +7.0"])
        let far = actions(.success(began: origin, due: Timestamp(milliseconds: .max)))
        #expect(far == ["publish live r7 +3602.0", "complete [1] r7", "timer 1 +3602.0"])
    }
}
