import FleetCore
import Testing

@Suite("What is told of a charge")
struct ChargeTests {
    /// What each charge after the first tells; a kind in short, or nothing.
    private func told(_ charges: [Double?]) -> [String] {
        var feed = Watched()
        return charges.map { percent in
            let events = feed.see([.standing("A", percent: percent)]).events
            return events.map { event in
                let was = event.previousBattery.map { "\($0.percent)" } ?? "?"
                return "\(event.kind.rawValue) from \(was)"
            }.joined(separator: ", ")
        }.dropFirst().map { $0 }
    }

    @Test("less than a percent point is not told until it adds up")
    func small() {
        #expect(
            told([60, 59.5, 59.1, 59, 59.9, 58]) == [
                "", "", "battery_changed from 60.0", "", "battery_changed from 59.0",
            ])
        #expect(told([57, 0.58 * 100]) == ["battery_changed from 57.0"])
    }

    @Test("low is told once, at 20 % or less, and again only after more than 25 %")
    func low() {
        #expect(
            told([22, 20, 21, 19, 25, 20, 25.5, 20]) == [
                "battery_low from 22.0", "battery_changed from 20.0", "battery_changed from 21.0",
                "battery_changed from 19.0", "battery_changed from 25.0",
                "battery_changed from 20.0", "battery_low from 25.5",
            ])
        #expect(told([20.4, 19.9, 20.1, 19.8]) == ["battery_low from 20.4", "", ""])
    }

    @Test("a vehicle that is low when it is first seen did not become so")
    func lowFirst() {
        #expect(told([15, 14]) == ["battery_changed from 15.0"])
    }

    @Test("charged is a rise by 20 points at once")
    func swapped() {
        #expect(
            told([40, 60, 79.9]) == [
                "battery_charged from 40.0", "battery_changed from 60.0",
            ])
    }

    @Test("charged is also to come slowly to 90 % after having been low, once")
    func slowly() {
        let rising: [Double?] = [25, 18, 36, 54, 72, 89, 90, 95, 89, 91]
        let told = told(rising)
        #expect(told.filter { $0.hasPrefix("battery_charged") } == ["battery_charged from 89.0"])
        #expect(told.firstIndex { $0.hasPrefix("battery_charged") } == 5)
        #expect(self.told([85, 89, 92]).allSatisfy { $0.hasPrefix("battery_changed") })
    }

    @Test("an unknown charge is no change, and the one after it is compared with the one before")
    func unknown() {
        #expect(told([60, nil, 60, nil, 50]) == ["", "", "", "battery_changed from 60.0"])
        #expect(told([nil, 60]) == [""])
    }

    @Test("what the feed says of a charge is observed", arguments: [50.0, 10, 90])
    func observed(percent: Double) {
        let events = Watched.events(of: .standing("A")) { $0.battery = Battery(percent: percent) }
        #expect(events.map(\.basis) == [.observed])
        #expect(events.map(\.battery) == [Battery(percent: percent)])
        #expect(events.map(\.previousBattery) == [Battery(percent: 60)])
    }

    @Test("a charge worked out of the range is inferred, and not compared with the feed's own")
    func estimated() {
        var estimated = Vehicle.standing("A")
        estimated.battery = Battery(percent: 60, isEstimated: true)
        let events = Watched.events(of: estimated) {
            $0.battery = Battery(percent: 50, isEstimated: true)
        }
        #expect(events.map(\.basis) == [.inferred])
        #expect(Watched.events(of: estimated) { $0.battery = Battery(percent: 50) }.isEmpty)
    }
}
