import FleetCore
import Testing

@testable import FleetService

@Suite("Outcomes of other processes")
struct AdoptionTests {
    /// What a request that was asked for at the start, and got the lock at `now`, does.
    private func recall(
        _ record: SourceRecord, isRefresh: Bool = true, policy: ServicePolicy = .http(),
        now: Timestamp = origin + .seconds(2)
    ) -> [String] {
        var machine = ServiceMachine(policy: policy)
        _ = machine.handle(isRefresh ? .refresh(1) : .start(SourceRecord()), at: origin)
        return machine.handle(.recalled(1, record), at: now).map(\.words)
            .filter { $0 != "show loading" }
    }

    @Test(
        "a snapshot is adopted if its request began at most 5 s before this one was asked for",
        arguments: [
            (-5001, false), (-5000, true), (-1, true), (0, true), (1500, true), (2001, false),
        ])
    func window(_ milliseconds: Int, _ isAdopted: Bool) {
        let began = origin + .milliseconds(milliseconds)
        let words = recall(.success(began: began, due: origin + .seconds(30)))
        let adopted = ["show live r7 +30.0", "tell [1] r7", "wait 1 +30.0"]
        #expect(words == (isAdopted ? adopted : ["load"]))
    }

    @Test("a failure is adopted like a snapshot, and not stored again")
    func failure() {
        let words = recall(.failure(began: origin, retry: origin + .seconds(20), attempt: 3))
        #expect(words == ["show failed 3 +20.0", "tell [1] failed", "wait 1 +20.0"])
    }

    @Test("an own outcome is not adopted")
    func own() {
        #expect(recall(.success(by: "me", began: origin, due: nil)) == ["load"])
        let failure = SourceRecord.failure(by: "me", began: origin, retry: origin + .seconds(9))
        #expect(recall(failure) == ["load"])
    }

    @Test("a source without a floor is always read anew")
    func file() {
        let record = SourceRecord.success(began: origin, due: origin + .seconds(30))
        #expect(recall(record, policy: .file()) == ["load"])
    }

    @Test("an older back-off holds back a start, but not a refresh")
    func olderBackOff() {
        let record = SourceRecord.failure(
            began: origin - .seconds(60), retry: origin + .seconds(9), attempt: 4)
        #expect(recall(record) == ["load"])
        #expect(recall(record, isRefresh: false) == ["show failed 4 +9.0", "wait 1 +9.0"])
    }

    @Test("Retry-After holds back everybody, and the time is told", arguments: ["me", "other"])
    func retryAfter(_ process: String) {
        let until = origin + .seconds(90)
        let record = SourceRecord.failure(
            by: process, began: origin - .seconds(60), retry: until, notBefore: until)
        #expect(
            recall(record) == ["show failed 1 +90.0", "tell [1] left alone +90.0", "wait 1 +90.0"])
    }

    @Test("what is adopted with an impossible time is waited for all the same, never at once")
    func impossibleTimes() {
        let times = [
            origin - .seconds(1), origin + .seconds(90_000), Timestamp(milliseconds: .max),
        ]
        for time in times {
            #expect(
                recall(.failure(began: origin, retry: time)) == [
                    "show failed 1 +7.0", "tell [1] failed", "wait 1 +7.0",
                ])
        }
        let past = recall(.success(began: origin, due: origin - .seconds(50)))
        #expect(past == ["show live r7 +7.0", "tell [1] r7", "wait 1 +7.0"])
        let far = recall(.success(began: origin, due: Timestamp(milliseconds: .max)))
        #expect(far == ["show live r7 +3602.0", "tell [1] r7", "wait 1 +3602.0"])
    }
}
