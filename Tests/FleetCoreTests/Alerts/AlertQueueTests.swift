import FleetCore
import Testing

@Suite("Alert queue")
struct AlertQueueTests {
    private let now = Samples.now

    private func alert(_ id: String) -> Alert {
        Alert(
            .event(VehicleEvent(.disappeared, .inferred, at: now, vehicleID: id)), of: "town",
            at: now)
    }

    private func alerts(_ count: Int) -> [Alert] { (0..<count).map { alert("V\($0)") } }

    /// A queue that is practically unlimited by default.
    private func queue(_ alerts: [Alert] = [], perMinute: Int = 1_000_000) -> AlertQueue {
        var queue = AlertQueue(perMinute: perMinute)
        queue.add(alerts)
        return queue
    }

    private var stale: Alert {
        Alert(
            .feedStale(StalePeriod(since: now, cause: "no such file", last: nil)), of: "town",
            at: now)
    }

    private let outage = NotifierError("status 500", isRetryable: true)

    @Test("Alerts are delivered one at a time, in order")
    func order() {
        var queue = queue([alert("A"), alert("B")])
        #expect(queue.next(at: now) == .call(alert("A")))
        #expect(queue.next(at: now) == .wait(until: nil))
        queue.add([alert("C")])
        queue.succeeded()
        #expect(queue.next(at: now) == .call(alert("B")))
        queue.succeeded()
        #expect(queue.next(at: now) == .call(alert("C")))
        queue.succeeded()
        #expect(queue.next(at: now) == .wait(until: nil))
    }

    @Test("Feed alerts overtake waiting alerts and are never dropped for them")
    func urgent() {
        var queue = queue([alert("A"), alert("B")])
        queue.add([alert("C"), stale])
        queue.add(alerts(AlertQueue.limit))
        #expect(queue.next(at: now) == .call(stale))
        queue.succeeded()
        #expect(queue.next(at: now) == .call(alert("V1")))
    }

    @Test("A failed call is repeated after 1, 2 and 4 s, then given up")
    func retries() {
        var queue = queue([alert("A"), alert("B")])
        var time = now
        for seconds in [1, 2, 4] {
            #expect(queue.next(at: time) == .call(alert("A")))
            queue.failed(outage, at: time)
            let due = time + .seconds(seconds)
            #expect(queue.next(at: due - .milliseconds(1)) == .wait(until: due))
            time = due
        }
        #expect(queue.next(at: time) == .call(alert("A")))
        queue.failed(outage, at: time)
        #expect(queue.next(at: time) == .call(alert("B")))
        #expect(
            queue.takeWarnings(of: "hook", at: time) == [
                "could not deliver 1 alert to hook: status 500"
            ])
    }

    @Test("Retries are counted separately for each alert")
    func retriesPerAlert() {
        var queue = queue([alert("A"), alert("B")])
        _ = queue.next(at: now)
        queue.failed(outage, at: now)
        _ = queue.next(at: now + .seconds(1))
        queue.succeeded()
        _ = queue.next(at: now + .seconds(1))
        queue.failed(outage, at: now + .seconds(1))
        #expect(queue.next(at: now + .seconds(1)) == .wait(until: now + .seconds(2)))
    }

    @Test("A permanent error is not retried")
    func permanentError() {
        var queue = queue([alert("A"), alert("B")])
        _ = queue.next(at: now)
        queue.failed(NotifierError("status 404", isRetryable: false), at: now)
        #expect(queue.next(at: now) == .call(alert("B")))
    }

    @Test(
        "Retry-After is obeyed up to a minute, and never shortens a delay",
        arguments: [(0, 1), (30, 30), (60, 60), (3600, 60)])
    func retryAfter(requested: Int, waited: Int) {
        var queue = queue([alert("A")])
        _ = queue.next(at: now)
        let error = NotifierError("status 429", isRetryable: true, retryAfter: .seconds(requested))
        queue.failed(error, at: now)
        #expect(queue.next(at: now) == .wait(until: now + .seconds(waited)))
    }

    @Test("Of 10,000 alerts at once the newest 1000 are delivered, at the allowed rate")
    func flood() {
        var queue = queue(alerts(10_000), perMinute: 60)
        for number in 0..<60 {
            #expect(queue.next(at: now) == .call(alert("V\(9000 + number)")))
            queue.succeeded()
        }
        #expect(queue.next(at: now) == .wait(until: now))
        #expect(
            queue.takeWarnings(of: "hook", at: now) == [
                "940 alerts delayed: hook gets at most 60 a minute",
                "9,000 alerts dropped: more than 1000 were waiting for hook",
            ])
        #expect(queue.takeWarnings(of: "hook", at: now).isEmpty)
        #expect(queue.next(at: now) == .wait(until: now + .seconds(60)))
        #expect(queue.next(at: now + .seconds(60)) == .call(alert("V9060")))
    }

    @Test("Delayed alerts are reported once a minute")
    func delays() {
        var queue = queue(alerts(3), perMinute: 1)
        _ = queue.next(at: now)
        queue.succeeded()
        #expect(queue.next(at: now) == .wait(until: now))
        #expect(
            queue.takeWarnings(of: "hook", at: now) == [
                "2 alerts delayed: hook gets at most 1 a minute"
            ])
        #expect(queue.next(at: now) == .wait(until: now + .seconds(60)))
        #expect(queue.takeWarnings(of: "hook", at: now + .seconds(59)).isEmpty)
        #expect(queue.next(at: now + .seconds(60)) == .call(alert("V1")))
        queue.succeeded()
        #expect(queue.next(at: now + .seconds(61)) == .wait(until: now + .seconds(60)))
        #expect(
            queue.takeWarnings(of: "hook", at: now + .seconds(61))
                == ["1 alert delayed: hook gets at most 1 a minute"])
    }

    @Test("Urgent alerts have their own limit, however many vehicles have moved")
    func alarms() {
        var queue = queue(alerts(100), perMinute: 2)
        for _ in 0..<2 {
            _ = queue.next(at: now)
            queue.succeeded()
        }
        queue.add([stale])
        #expect(queue.next(at: now) == .call(stale))
    }

    @Test("At most 1000 alerts wait besides the current one, and the oldest are dropped")
    func bounded() {
        var queue = queue([alert("first")])
        _ = queue.next(at: now)
        queue.add(alerts(1003))
        queue.succeeded()
        #expect(queue.next(at: now) == .call(alert("V3")))
        #expect(
            queue.takeWarnings(of: "hook", at: now) == [
                "3 alerts dropped: more than 1000 were waiting for hook"
            ])
    }

    @Test("After finish() each waiting alert gets one attempt, and a failed one no retry")
    func finish() {
        var queue = queue([alert("A"), alert("B"), alert("C")])
        _ = queue.next(at: now)
        queue.failed(outage, at: now)
        queue.finish()
        queue.add([alert("late")])
        #expect(queue.next(at: now) == .call(alert("B")))
        queue.failed(outage, at: now)
        #expect(queue.next(at: now) == .call(alert("C")))
        queue.succeeded()
        #expect(queue.next(at: now) == .done)
        #expect(
            queue.takeWarnings(of: "hook", at: now) == [
                "could not deliver 1 alert to hook: status 500",
                "1 alert not sent before exit: hook was still busy",
            ])
    }

    @Test("A call in progress at finish() is not repeated")
    func finishDuringCall() {
        var queue = queue([alert("A")])
        _ = queue.next(at: now)
        queue.finish()
        queue.failed(outage, at: now)
        #expect(queue.next(at: now) == .done)
    }

    @Test("Abandoned alerts are counted, including the current one")
    func abandoned() {
        var queue = queue(alerts(5))
        _ = queue.next(at: now)
        queue.abandon()
        #expect(queue.next(at: now) == .done)
        #expect(
            queue.takeWarnings(of: "hook", at: now) == [
                "5 alerts not sent before exit: hook was still busy"
            ])
    }
}
