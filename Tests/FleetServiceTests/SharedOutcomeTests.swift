import FleetCore
import Testing

@testable import FleetService

@Suite("Outcomes of other processes")
struct SharedOutcomeTests {
    /// Returns the actions of a load that was requested at the start and gets the lock at `now`.
    private func actions(
        _ record: SourceRecord, isRefresh: Bool = true, policy: ServicePolicy = .http(),
        now: Timestamp = origin + .seconds(2)
    ) -> [String] {
        var machine = ServiceMachine(policy: policy)
        _ = machine.handle(isRefresh ? .refresh(1) : .start(SourceRecord()), at: origin)
        return machine.handle(.recordRead(1, record), at: now).map(\.summary)
            .filter { $0 != "publish loading" }
    }

    @Test(
        "a snapshot is adopted if its request began at most 5 s before this load was requested",
        arguments: [
            (-5001, false), (-5000, true), (-1, true), (0, true), (1500, true), (2001, false),
        ])
    func window(_ milliseconds: Int, _ isAdopted: Bool) {
        let began = origin + .milliseconds(milliseconds)
        let actions = actions(.success(began: began, due: origin + .seconds(30)))
        let adopted = ["publish live r7 +30.0", "complete [1] r7", "timer 1 +30.0"]
        #expect(actions == (isAdopted ? adopted : ["load"]))
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
        #expect(actions(record) == ["load"])
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
