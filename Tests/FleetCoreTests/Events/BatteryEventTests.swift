import FleetCore
import Testing

@Suite("Battery events")
struct BatteryEventTests {
    /// Returns the events of each charge after the first, as text; empty if there is none.
    private func events(
        _ charges: [Double?], _ thresholds: BatteryThresholds = .default
    ) -> [String] {
        var feed = WatchedFeed(battery: thresholds)
        return charges.map { percent in
            let batch = feed.receive([.parked("A", percent: percent)])
            return batch.events.map { event in
                let was = event.previousBattery.map { "\($0.percent)" } ?? "?"
                return "\(event.kind.rawValue) from \(was)"
            }.joined(separator: ", ")
        }.dropFirst().map { $0 }
    }

    @Test("Changes of less than a percentage point are not reported until they add up")
    func small() {
        #expect(
            events([60, 59.5, 59.1, 59, 59.9, 58]) == [
                "", "", "battery_changed from 60.0", "", "battery_changed from 59.0",
            ])
        #expect(events([57, 0.58 * 100]) == ["battery_changed from 57.0"])
    }

    @Test("A low battery is reported once, at 20 % or less, and again only after more than 25 %")
    func low() {
        #expect(
            events([22, 20, 21, 19, 25, 20, 25.5, 20]) == [
                "battery_low from 22.0", "battery_changed from 20.0", "battery_changed from 21.0",
                "battery_changed from 19.0", "battery_changed from 25.0",
                "battery_changed from 20.0", "battery_low from 25.5",
            ])
        #expect(events([20.4, 19.9, 20.1, 19.8]) == ["battery_low from 20.4", "", ""])
    }

    @Test("The thresholds can be changed")
    func thresholds() {
        let thresholds = BatteryThresholds(low: 30, full: 60)
        #expect(
            events([40, 30, 35, 30, 35.5, 29, 40, 50, 60], thresholds) == [
                "battery_low from 40.0", "battery_changed from 30.0", "battery_changed from 35.0",
                "battery_changed from 30.0", "battery_low from 35.5", "battery_changed from 29.0",
                "battery_changed from 40.0", "battery_charged from 50.0",
            ])
        // A low charge ends at the latest when the battery is full.
        #expect(
            events([90, 88, 92, 88], BatteryThresholds(low: 88, full: 90)) == [
                "battery_low from 90.0", "battery_charged from 88.0", "battery_low from 92.0",
            ])
    }

    @Test("A vehicle that is low in its first snapshot has no low event")
    func lowFirst() {
        #expect(events([15, 14]) == ["battery_changed from 15.0"])
    }

    @Test("A rise by 20 points at once is a charged event")
    func swapped() {
        #expect(
            events([40, 60, 79.9]) == [
                "battery_charged from 40.0", "battery_changed from 60.0",
            ])
    }

    @Test("A slow rise to 90 % after a low charge is one charged event")
    func slowly() {
        let rising: [Double?] = [25, 18, 36, 54, 72, 89, 90, 95, 89, 91]
        let charged = events(rising)
        #expect(charged.filter { $0.hasPrefix("battery_charged") } == ["battery_charged from 89.0"])
        #expect(charged.firstIndex { $0.hasPrefix("battery_charged") } == 5)
        #expect(events([85, 89, 92]).allSatisfy { $0.hasPrefix("battery_changed") })
    }

    @Test("An unknown charge is not a change, and the next one is compared with the last known one")
    func unknown() {
        #expect(events([60, nil, 60, nil, 50]) == ["", "", "", "battery_changed from 60.0"])
        #expect(events([nil, 60]) == [""])
    }

    @Test("A change of the charge in the feed is observed", arguments: [50.0, 10, 90])
    func observed(percent: Double) {
        let events = WatchedFeed.events(of: .parked("A")) { $0.battery = Battery(percent: percent) }
        #expect(events.map(\.basis) == [.observed])
        #expect(events.map(\.battery) == [Battery(percent: percent)])
        #expect(events.map(\.previousBattery) == [Battery(percent: 60)])
    }

    @Test("A charge estimated from the range is inferred, and not compared with one from the feed")
    func estimated() {
        var estimated = Vehicle.parked("A")
        estimated.battery = Battery(percent: 60, isEstimated: true)
        let events = WatchedFeed.events(of: estimated) {
            $0.battery = Battery(percent: 50, isEstimated: true)
        }
        #expect(events.map(\.basis) == [.inferred])
        #expect(WatchedFeed.events(of: estimated) { $0.battery = Battery(percent: 50) }.isEmpty)
    }
}
