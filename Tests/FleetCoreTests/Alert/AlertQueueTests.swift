import FleetCore
import Testing

@Suite("What waits to be told, and when it is")
struct AlertQueueTests {
    private let now = Samples.now

    private func alert(_ id: String) -> Alert {
        Alert(
            .event(VehicleEvent(.disappeared, .inferred, at: now, vehicleID: id)), of: "town",
            at: now)
    }

    private func alerts(_ count: Int) -> [Alert] { (0..<count).map { alert("V\($0)") } }

    /// A queue that may tell as many as there are.
    private func queue(_ alerts: [Alert] = [], perMinute: Int = 1_000_000) -> AlertQueue {
        var queue = AlertQueue(perMinute: perMinute)
        queue.add(alerts)
        return queue
    }

    private var stale: Alert {
        Alert(
            .feedStale(FeedLapse(since: now, cause: "it is gone", last: nil)), of: "town", at: now)
    }

    private let outage = NotifyFailure("status 500", mayPass: true)

    @Test("one call at a time, in order")
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

    @Test("what becomes of the feed is told before what waits, and never pushed out by it")
    func urgent() {
        var queue = queue([alert("A"), alert("B")])
        queue.add([alert("C"), stale])
        queue.add(alerts(AlertQueue.limit))
        #expect(queue.next(at: now) == .call(stale))
        queue.succeeded()
        #expect(queue.next(at: now) == .call(alert("V1")))
    }

    @Test("a call that failed is made again after 1, 2 and 4 s, then never")
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
            queue.takeWarnings(of: "it", at: time) == ["1 alert was not told by it: status 500"])
    }

    @Test("the tries are counted anew for each alert")
    func anew() {
        var queue = queue([alert("A"), alert("B")])
        _ = queue.next(at: now)
        queue.failed(outage, at: now)
        _ = queue.next(at: now + .seconds(1))
        queue.succeeded()
        _ = queue.next(at: now + .seconds(1))
        queue.failed(outage, at: now + .seconds(1))
        #expect(queue.next(at: now + .seconds(1)) == .wait(until: now + .seconds(2)))
    }

    @Test("what can never go well is tried once")
    func never() {
        var queue = queue([alert("A"), alert("B")])
        _ = queue.next(at: now)
        queue.failed(NotifyFailure("status 404", mayPass: false), at: now)
        #expect(queue.next(at: now) == .call(alert("B")))
    }

    @Test(
        "Retry-After is obeyed up to a minute, and makes no wait shorter",
        arguments: [(0, 1), (30, 30), (60, 60), (3600, 60)])
    func retryAfter(asked: Int, waited: Int) {
        var queue = queue([alert("A")])
        _ = queue.next(at: now)
        let failure = NotifyFailure("status 429", mayPass: true, retryAfter: .seconds(asked))
        queue.failed(failure, at: now)
        #expect(queue.next(at: now) == .wait(until: now + .seconds(waited)))
    }

    @Test("of 10,000 alerts at once the newest 1000 are told, as many a minute as may be")
    func flood() {
        var queue = queue(alerts(10_000), perMinute: 60)
        for number in 0..<60 {
            #expect(queue.next(at: now) == .call(alert("V\(9000 + number)")))
            queue.succeeded()
        }
        #expect(queue.next(at: now) == .wait(until: now))
        #expect(
            queue.takeWarnings(of: "it", at: now) == [
                "940 alerts wait: it is told at most 60 a minute",
                "9000 alerts were dropped: more than 1000 waited for it",
            ])
        #expect(queue.takeWarnings(of: "it", at: now).isEmpty)
        #expect(queue.next(at: now) == .wait(until: now + .seconds(60)))
        #expect(queue.next(at: now + .seconds(60)) == .call(alert("V9060")))
    }

    @Test("that alerts wait is told once a minute")
    func delays() {
        var queue = queue(alerts(3), perMinute: 1)
        _ = queue.next(at: now)
        queue.succeeded()
        #expect(queue.next(at: now) == .wait(until: now))
        #expect(
            queue.takeWarnings(of: "it", at: now) == [
                "2 alerts wait: it is told at most 1 a minute"
            ])
        #expect(queue.next(at: now) == .wait(until: now + .seconds(60)))
        #expect(queue.takeWarnings(of: "it", at: now + .seconds(59)).isEmpty)
        #expect(queue.next(at: now + .seconds(60)) == .call(alert("V1")))
        queue.succeeded()
        #expect(queue.next(at: now + .seconds(61)) == .wait(until: now + .seconds(60)))
        #expect(
            queue.takeWarnings(of: "it", at: now + .seconds(61))
                == ["1 alert waits: it is told at most 1 a minute"])
    }

    @Test("alarms are told in full however many vehicles have moved")
    func alarms() {
        var queue = queue(alerts(100), perMinute: 2)
        for _ in 0..<2 {
            _ = queue.next(at: now)
            queue.succeeded()
        }
        queue.add([stale])
        #expect(queue.next(at: now) == .call(stale))
    }

    @Test("no more than 1000 wait, the oldest go, and what is being told is not among them")
    func bounded() {
        var queue = queue([alert("first")])
        _ = queue.next(at: now)
        queue.add(alerts(1003))
        queue.succeeded()
        #expect(queue.next(at: now) == .call(alert("V3")))
        #expect(
            queue.takeWarnings(of: "it", at: now) == [
                "3 alerts were dropped: more than 1000 waited for it"
            ])
    }

    @Test("at the end what waits gets one try each, and what failed no other")
    func end() {
        var queue = queue([alert("A"), alert("B"), alert("C")])
        _ = queue.next(at: now)
        queue.failed(outage, at: now)
        queue.end()
        queue.add([alert("late")])
        #expect(queue.next(at: now) == .call(alert("B")))
        queue.failed(outage, at: now)
        #expect(queue.next(at: now) == .call(alert("C")))
        queue.succeeded()
        #expect(queue.next(at: now) == .done)
        #expect(
            queue.takeWarnings(of: "it", at: now) == [
                "1 alert was not told by it: status 500",
                "1 alert was given up at the end: it was not done",
            ])
    }

    @Test("a call that is under way at the end is not made twice")
    func endDuringCall() {
        var queue = queue([alert("A")])
        _ = queue.next(at: now)
        queue.end()
        queue.failed(outage, at: now)
        #expect(queue.next(at: now) == .done)
    }

    @Test("what is abandoned is counted, the call under way too")
    func abandoned() {
        var queue = queue(alerts(5))
        _ = queue.next(at: now)
        queue.abandon()
        #expect(queue.next(at: now) == .done)
        #expect(
            queue.takeWarnings(of: "it", at: now) == [
                "5 alerts were given up at the end: it was not done"
            ])
    }
}
