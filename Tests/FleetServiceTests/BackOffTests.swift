import FleetCore
import Testing

@testable import FleetService

@Suite("Back-off")
struct BackOffTests {
    @Test(
        "the delay doubles from 5 s to 5 minutes",
        arguments: [
            (Int.min, 5), (0, 5), (1, 5), (2, 10), (3, 20), (4, 40), (5, 80), (6, 160), (7, 300),
            (8, 300), (64, 300), (Int.max, 300),
        ])
    func table(_ attempt: Int, _ seconds: Int) {
        #expect(BackOff.delay(attempt: attempt, jitter: 0) == .seconds(seconds))
    }

    @Test(
        "jitter adds at most a tenth, whatever its value",
        arguments: [
            (0.0, 5000), (0.5, 5250), (1, 5500), (7, 5500), (-1, 5000), (.nan, 5000),
            (.infinity, 5500),
        ])
    func jitter(_ jitter: Double, _ milliseconds: Int) {
        #expect(BackOff.delay(attempt: 1, jitter: jitter) == .milliseconds(milliseconds))
    }

    @Test(
        "Retry-After is the minimum delay, an hour the maximum",
        arguments: [(1.0, 5), (60, 60), (3600, 3600), (1e300, 3600), (.nan, 5), (-9, 5)])
    func retryAfter(_ requested: Double, _ seconds: Int) {
        let failure = FeedFailure(.service(.status(503)), at: "feed", retryAfterSeconds: requested)
        let backOff = BackOff(after: failure, attempt: 1, at: origin, jitter: 0)
        #expect(backOff.retryAt == origin + .seconds(seconds))
        let notBefore = requested > 0 ? origin + .seconds(min(requested, 3600)) : nil
        #expect(backOff.notBefore == notBefore)
    }

    @Test("a failed refresh repeats the back-off, other failures double it, a success resets it")
    func attempts() {
        var machine = ServiceMachine(policy: .http())
        var published: [String] = []
        func run(_ event: ServiceMachine.Event) {
            for action in machine.handle(event, at: origin) {
                if case .publish(.failed) = action { published.append(action.summary) }
            }
        }
        func fail(_ generation: Generation) {
            run(.recordRead(generation, SourceRecord()))
            run(.failed(generation, connectionRefused, jitter: 0))
            run(.failureStored(generation))
        }
        run(.start(SourceRecord()))
        fail(1)
        run(.timerFired(1))
        fail(2)
        run(.refresh(1))
        fail(3)
        run(.timerFired(3))
        fail(4)
        run(.refresh(2))
        run(.recordRead(5, SourceRecord()))
        run(.loaded(5, .snapshot(), shownAt: origin))
        run(.committed(5, .sample(1)))
        run(.timerFired(5))
        fail(5)
        #expect(
            published == [
                "publish failed 1 +5.0", "publish failed 2 +10.0", "publish failed 2 +10.0",
                "publish failed 3 +20.0", "publish failed 1 +5.0",
            ])
    }

    @Test("a store error keeps the attempt count that a success would reset")
    func storeError() {
        var machine = ServiceMachine(policy: .http())
        let record = SourceRecord.failure(by: "me", began: origin, retry: origin, attempt: 3)
        _ = machine.handle(.refresh(1), at: origin + .seconds(60))
        _ = machine.handle(.recordRead(1, record), at: origin + .seconds(60))
        _ = machine.handle(.loaded(1, .snapshot(), shownAt: origin), at: origin + .seconds(60))
        let full = FeedFailure(.store(.notStored("disk is full")), at: "feed")
        let actions = machine.handle(.failed(1, full, jitter: 0), at: origin + .seconds(60))
        #expect(
            actions.map(\.summary) == [
                "publish failed 3 +80.0", "complete [1] failed", "timer 1 +80.0",
            ])
    }

    @Test(
        "the attempt count continues across processes, even from an absurd value",
        arguments: [(4, 5), (Int.max, 10_000), (Int.min, 1), (-1, 1)])
    func storedAttempt(_ stored: Int, _ expected: Int) {
        var machine = ServiceMachine(policy: .http())
        let began = origin - .seconds(900)
        let record = SourceRecord.failure(
            began: began, retry: began + .seconds(40), attempt: stored)
        _ = machine.handle(.start(record), at: origin)
        _ = machine.handle(.recordRead(1, record), at: origin)
        let actions = machine.handle(.failed(1, connectionRefused, jitter: 0), at: origin)
        #expect(actions.map(\.summary) == ["store failure \(expected)"])
    }

    @Test(
        "another process's later success resets the attempt count, an outdated record does not",
        arguments: [(-900_000, 2), (1, 1)])
    func laterSuccess(_ began: Int, _ attempt: Int) {
        var machine = ServiceMachine(policy: .http())
        let later = origin + .seconds(60)
        _ = machine.handle(.start(SourceRecord()), at: origin)
        _ = machine.handle(.recordRead(1, SourceRecord()), at: origin)
        _ = machine.handle(.failed(1, connectionRefused, jitter: 0), at: origin)
        _ = machine.handle(.failureStored(1), at: origin)
        _ = machine.handle(.timerFired(1), at: later)
        let record = SourceRecord.success(began: origin + .milliseconds(began), due: nil)
        _ = machine.handle(.recordRead(2, record), at: later)
        let actions = machine.handle(.failed(2, connectionRefused, jitter: 0), at: later)
        #expect(actions.map(\.summary) == ["store failure \(attempt)"])
    }
}
