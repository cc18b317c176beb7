import FleetCore
import Testing

@Suite("Alarms are told when they begin")
struct AlarmWatchTests {
    private func site(_ id: String, _ measurements: Measurement...) -> Site {
        var site = Site(id: id)
        site.measurements = measurements
        return site
    }

    private func smoke(_ holds: Bool) -> Measurement { Measurement(.smoke, .condition(holds)) }

    /// What is told of each of some snapshots of one site: the quantities.
    private func told(_ snapshots: [[Measurement]]) -> [[Quantity]] {
        var watch = AlarmWatch([.smoke, .temperature])
        return snapshots.map { measurements in
            var site = Site(id: "north")
            site.measurements = measurements
            return watch.alarms(of: [site]).map(\.measurement.quantity)
        }
    }

    @Test("once while they are on, also if they are on at first; again after they were off")
    func once() {
        #expect(
            told([[smoke(true)], [smoke(true)], [smoke(false)], [smoke(true)], [smoke(true)]])
                == [[.smoke], [], [], [.smoke], []])
    }

    @Test("a sensor that is missing, or of which nobody knows what is normal, ends nothing")
    func gap() {
        let nobodyKnows = Measurement(.temperature, .number(90))
        let hot = Measurement(.temperature, .number(90), threshold: Threshold(maximum: 40))
        let cool = Measurement(.temperature, .number(20), threshold: Threshold(maximum: 40))
        #expect(
            told([[hot], [], [hot], [nobodyKnows], [hot]]) == [[.temperature], [], [], [], []])
        #expect(
            told([[hot], [cool], [nobodyKnows], [hot]]) == [[.temperature], [], [], [.temperature]])
    }

    @Test("a site that was away is the one that it was")
    func away() {
        var watch = AlarmWatch([.smoke])
        #expect(watch.alarms(of: [site("a", smoke(true))]).map(\.id) == ["a"])
        #expect(watch.alarms(of: [Site]()).isEmpty)
        #expect(watch.alarms(of: [site("b", smoke(true))]).map(\.id) == ["b"])
        #expect(watch.alarms(of: [site("a", smoke(true)), site("b", smoke(true))]).isEmpty)
    }

    @Test("quantities that nobody asked for are not told")
    func others() {
        let loud = Measurement(.noiseLevel, .number(90), threshold: Threshold(maximum: 40))
        #expect(told([[loud, smoke(true)]]) == [[.smoke]])
    }

    @Test("two sites whose codes only look the same are two")
    func codes() {
        var watch = AlarmWatch([.smoke])
        let sites = ["\u{E9}", "e\u{301}"].map { site($0, smoke(true)) }
        #expect(watch.alarms(of: sites).count == 2)
        #expect(watch.alarms(of: sites).isEmpty)
    }

    @Test("a vehicle's battery is one of its sensors")
    func battery() {
        var watch = AlarmWatch([.battery, .tippedOver])
        func vehicle(_ percent: Double, fallen: Bool) -> Vehicle {
            var vehicle = Vehicle.standing("V", percent: percent)
            vehicle.measurements = [Measurement(.tippedOver, .condition(fallen))]
            return vehicle
        }
        #expect(watch.alarms(of: [vehicle(50, fallen: false)]).isEmpty)
        let told = watch.alarms(of: [vehicle(19, fallen: true)])
        #expect(told.map(\.measurement.quantity) == [.tippedOver, .battery])
        #expect(told.allSatisfy { $0.place == .vehicle && $0.id == "V" && $0.position != nil })
    }

    @Test("a feed that makes up ever new codes has the old ones forgotten")
    func bounded() {
        var watch = AlarmWatch([.smoke])
        _ = watch.alarms(of: [site("kept", smoke(true))])
        for round in 0..<10 {
            let sites = (0..<200).map { site("\(round) \($0)", smoke(true)) }
            #expect(watch.alarms(of: sites).count == 200)
        }
        // More than a thousand were away since: it is told anew.
        #expect(watch.alarms(of: [site("kept", smoke(true))]).map(\.id) == ["kept"])
    }
}
