import FleetCore
import Testing

@Suite("Events of sites")
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

    @Test("the first snapshot tells all values, and the alarms that there are")
    func first() {
        var detector = SiteEventDetector()
        let events = detector.events(
            in: [site("a", smoke(1, at: 5)), site("b", smoke(9, at: 6)), site("c")],
            at: Timestamp(seconds: 7))
        #expect(kinds(events) == [.measurement, .measurement, .alarmBegan])
        #expect(events.map(\.siteID) == ["a", "b", "b"])
        #expect(events.allSatisfy { $0.at == Timestamp(seconds: 7) })
    }

    @Test("a value is told once, an alarm when it begins and when it ends")
    func alarm() {
        var detector = SiteEventDetector()
        func told(_ percent: Double, at time: Double?) -> [SiteEvent.Kind] {
            kinds(
                detector.events(
                    in: [site("a", smoke(percent, at: time))], at: Timestamp(seconds: 99)))
        }
        #expect(told(1, at: 1) == [.measurement])
        #expect(told(1, at: 1) == [])
        #expect(told(1, at: 2) == [.measurement])
        #expect(told(3, at: 3) == [.measurement, .alarmBegan])
        #expect(told(4, at: 4) == [.measurement])
        #expect(told(1, at: 2) == [], "it is older than the last one")
        #expect(told(2, at: 5) == [.measurement, .alarmEnded])
        #expect(told(2, at: nil) == [.measurement])
        #expect(told(2, at: nil) == [])
        #expect(told(2.5, at: nil) == [.measurement, .alarmBegan])
    }

    @Test("a site that goes tells nothing, and all when it comes back")
    func gone() {
        var detector = SiteEventDetector()
        let smoking = [site("a", smoke(9, at: 1))]
        let time = Timestamp(seconds: 1)
        #expect(kinds(detector.events(in: smoking, at: time)) == [.measurement, .alarmBegan])
        #expect(kinds(detector.events(in: [], at: time)) == [])
        #expect(kinds(detector.events(in: smoking, at: time)) == [.measurement, .alarmBegan])
    }

    @Test("an event is one JSON object, those of alarms say which end it is")
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
