import FleetCore
import Testing

@Suite("Alarm detector")
struct AlarmDetectorTests {
    private func site(_ id: String, _ measurements: Measurement...) -> Site {
        var site = Site(id: id)
        site.measurements = measurements
        return site
    }

    private func smoke(_ holds: Bool) -> Measurement { Measurement(.smoke, .condition(holds)) }

    /// Returns the quantities of the alarms reported for each snapshot of one site.
    private func reported(_ snapshots: [[Measurement]]) -> [[Quantity]] {
        var detector = AlarmDetector([.smoke, .temperature])
        return snapshots.map { measurements in
            var site = Site(id: "north")
            site.measurements = measurements
            return detector.alarms(of: [site]).map(\.measurement.quantity)
        }
    }

    @Test("An active alarm is reported once, even in the first snapshot, and again after it ended")
    func once() {
        #expect(
            reported([[smoke(true)], [smoke(true)], [smoke(false)], [smoke(true)], [smoke(true)]])
                == [[.smoke], [], [], [.smoke], []])
    }

    @Test("A missing sensor or an unknown state does not end an alarm")
    func gap() {
        let noThreshold = Measurement(.temperature, .number(90))
        let hot = Measurement(.temperature, .number(90), threshold: Threshold(maximum: 40))
        let cool = Measurement(.temperature, .number(20), threshold: Threshold(maximum: 40))
        #expect(
            reported([[hot], [], [hot], [noThreshold], [hot]]) == [[.temperature], [], [], [], []])
        #expect(
            reported([[hot], [cool], [noThreshold], [hot]]) == [
                [.temperature], [], [], [.temperature],
            ])
    }

    @Test("An alarm continues after its site was missing")
    func missing() {
        var detector = AlarmDetector([.smoke])
        #expect(detector.alarms(of: [site("a", smoke(true))]).map(\.id) == ["a"])
        #expect(detector.alarms(of: [Site]()).isEmpty)
        #expect(detector.alarms(of: [site("b", smoke(true))]).map(\.id) == ["b"])
        #expect(detector.alarms(of: [site("a", smoke(true)), site("b", smoke(true))]).isEmpty)
    }

    @Test("Quantities that were not selected are ignored")
    func others() {
        let loud = Measurement(.noiseLevel, .number(90), threshold: Threshold(maximum: 40))
        #expect(reported([[loud, smoke(true)]]) == [[.smoke]])
    }

    @Test("Two sites whose IDs are canonically equivalent are distinct")
    func ids() {
        var detector = AlarmDetector([.smoke])
        let sites = ["\u{E9}", "e\u{301}"].map { site($0, smoke(true)) }
        #expect(detector.alarms(of: sites).count == 2)
        #expect(detector.alarms(of: sites).isEmpty)
    }

    @Test("A vehicle's battery is one of its sensors")
    func battery() {
        var detector = AlarmDetector([.battery, .tippedOver])
        func vehicle(_ percent: Double, fallen: Bool) -> Vehicle {
            var vehicle = Vehicle.parked("V", percent: percent)
            vehicle.measurements = [Measurement(.tippedOver, .condition(fallen))]
            return vehicle
        }
        #expect(detector.alarms(of: [vehicle(50, fallen: false)]).isEmpty)
        let alarms = detector.alarms(of: [vehicle(19, fallen: true)])
        #expect(alarms.map(\.measurement.quantity) == [.tippedOver, .battery])
        #expect(alarms.allSatisfy { $0.subject == .vehicle && $0.id == "V" && $0.position != nil })
    }

    @Test("A battery alarm begins and ends at the charges of battery events")
    func thresholds() {
        var detector = AlarmDetector([.battery], battery: BatteryThresholds(low: 30, full: 90))
        let counts = [31, 30, 35, 30, 35.5, 30].map {
            detector.alarms(of: [Vehicle.parked("V", percent: $0)]).count
        }
        #expect(counts == [0, 1, 0, 0, 0, 1])
    }

    @Test("Old alarms are forgotten if a feed keeps inventing IDs")
    func bounded() {
        var detector = AlarmDetector([.smoke])
        _ = detector.alarms(of: [site("first", smoke(true))])
        for round in 0..<10 {
            let sites = (0..<200).map { site("\(round) \($0)", smoke(true)) }
            #expect(detector.alarms(of: sites).count == 200)
        }
        // More than a thousand other sites were missing since, so it is reported again.
        #expect(detector.alarms(of: [site("first", smoke(true))]).map(\.id) == ["first"])
    }
}
