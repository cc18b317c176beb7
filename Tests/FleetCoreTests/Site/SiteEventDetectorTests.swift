import FleetCore
import Testing

@Suite("Site events")
struct SiteEventDetectorTests {
    private func site(_ id: String, _ measurements: Measurement...) -> Site {
        var site = Site(id: id)
        site.measurements = measurements
        return site
    }

    private func smoke(_ percent: Double, at seconds: Double?) -> Measurement {
        Measurement(.smoke, .number(percent), at: seconds.map(Timestamp.init(seconds:)))
    }

    private func kinds(_ events: [SiteEvent]) -> [SiteEvent.Kind] { events.map(\.kind) }

    @Test("The first snapshot yields all values and active alarms")
    func first() {
        var detector = SiteEventDetector()
        let events = detector.events(
            in: [site("a", smoke(1, at: 5)), site("b", smoke(9, at: 6)), site("c")],
            at: Timestamp(seconds: 7))
        #expect(kinds(events) == [.measurement, .measurement, .alarmBegan])
        #expect(events.map(\.siteID) == ["a", "b", "b"])
        #expect(events.allSatisfy { $0.at == Timestamp(seconds: 7) })
    }

    @Test("A value is reported once, an alarm when it begins and when it ends")
    func alarm() {
        var detector = SiteEventDetector()
        func next(_ percent: Double, at time: Double?) -> [SiteEvent.Kind] {
            kinds(
                detector.events(
                    in: [site("a", smoke(percent, at: time))], at: Timestamp(seconds: 99)))
        }
        #expect(next(1, at: 1) == [.measurement])
        #expect(next(1, at: 1) == [])
        #expect(next(1, at: 2) == [.measurement])
        #expect(next(3, at: 3) == [.measurement, .alarmBegan])
        #expect(next(4, at: 4) == [.measurement])
        #expect(next(1, at: 2) == [], "older than the previous one")
        #expect(next(2, at: 5) == [.measurement, .alarmEnded])
        #expect(next(2, at: nil) == [.measurement])
        #expect(next(2, at: nil) == [])
        #expect(next(2.5, at: nil) == [.measurement, .alarmBegan])
    }

    @Test("A missing site yields no events, and all of them when it returns")
    func gone() {
        var detector = SiteEventDetector()
        let smoking = [site("a", smoke(9, at: 1))]
        let time = Timestamp(seconds: 1)
        #expect(kinds(detector.events(in: smoking, at: time)) == [.measurement, .alarmBegan])
        #expect(kinds(detector.events(in: [], at: time)) == [])
        #expect(kinds(detector.events(in: smoking, at: time)) == [.measurement, .alarmBegan])
    }

    @Test("An event is one JSON object, with a phase if it is an alarm")
    func json() {
        var site = site("a\u{1B}")
        site.name = "A"
        let event = SiteEvent(
            .alarmBegan, at: site, smoke(3.5, at: 1), receivedAt: Timestamp(seconds: 2))
        #expect(
            event.json.text.string
                == #"{"event":"alarm","phase":"began","site_id":"a\u001b","name":"A","#
                + #""at":"1970-01-01T00:00:02Z","quantity":"smoke","value":3.5,"#
                + #""unit":"percent_per_meter","measured_at":"1970-01-01T00:00:01Z","#
                + #""threshold":{"max":2},"state":"alarm"}"#)
    }
}
