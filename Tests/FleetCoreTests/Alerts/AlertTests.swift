import FleetCore
import Foundation
import Testing

@Suite("Alerts")
struct AlertTests {
    private let now = Samples.now

    private func object(_ alert: Alert) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(alert.json.bytes))
        return try #require(value as? [String: Any])
    }

    @Test("Every kind has a unique name and is found by it")
    func names() {
        #expect(Set(AlertKind.all.map(\.name)).count == AlertKind.all.count)
        for kind in AlertKind.all { #expect(AlertKind(name: kind.name) == kind) }
        #expect(AlertKind(name: "all") == nil)
        #expect(AlertKind(name: "Smoke") == nil)
    }

    @Test("An event alert has the members of the event, the source and a message")
    func event() throws {
        var event = VehicleEvent(
            .batteryLow, .observed, at: now, vehicleID: "V3", state: .available)
        event.battery = Battery(percent: 18)
        let object = try object(Alert(.event(event), of: "town", at: now))
        let plain = try #require(
            try JSONSerialization.jsonObject(with: Data(event.json.bytes)) as? [String: Any])
        #expect(NSDictionary(dictionary: plain).isSubset(of: object))
        #expect(object["source"] as? String == "town")
        #expect(object["message"] as? String == "V3: battery low, 18%")
        #expect(object.count == plain.count + 2)
    }

    @Test("An alarm alert has the location, the quantity and the value")
    func alarm() throws {
        let measurement = Measurement(
            .temperature, .number(61.25), at: now - .seconds(5), threshold: Threshold(maximum: 45))
        let alarm = Alarm(
            measurement, in: .site, id: "north", name: "North depot",
            position: Position(latitude: 59.5, longitude: 10.25))
        let object = try object(Alert(.alarm(alarm), of: "town", at: now))
        let expected: [String: Any] = [
            "event": "temperature", "at": "2024-05-01T12:00:00Z", "station_id": "north",
            "name": "North depot", "lat": 59.5, "lon": 10.25, "quantity": "temperature",
            "value": 61.25, "unit": "celsius", "measured_at": "2024-05-01T11:59:55Z",
            "threshold": ["max": 45], "state": "alarm", "source": "town",
            "message": "North depot: temperature alarm, 61.3 °C",
        ]
        #expect(NSDictionary(dictionary: object) == NSDictionary(dictionary: expected))
    }

    @Test("The message of a condition has no value")
    func conditions() {
        func message(_ quantity: Quantity, _ holds: Bool) -> String {
            let alarm = Alarm(Measurement(quantity, .condition(holds)), in: .vehicle, id: "V")
            return Alert(.alarm(alarm), of: "town", at: now).message
        }
        #expect(message(.smoke, true) == "V: smoke")
        #expect(message(.connectivity, false) == "V: no connectivity")
        #expect(message(.tippedOver, true) == "V: tipped over")
    }

    @Test("A stale alert has the cause and the last good snapshot")
    func stale() throws {
        let period = StalePeriod(
            since: now, cause: "cannot reach it: connection refused", last: nil)
        let object = try object(Alert(.feedStale(period), of: "town", at: now))
        #expect(object["event"] as? String == "feed_stale")
        #expect(object["cause"] as? String == "cannot reach it: connection refused")
        #expect(object["since"] as? String == "2024-05-01T12:00:00Z")
        #expect(
            object["message"] as? String == "town is stale: cannot reach it: connection refused")
        #expect(object["fetched_at"] == nil)
    }

    @Test("Hostile texts survive in JSON, which never looks like an option")
    func hostile() throws {
        for text in Samples.hostileTexts where text.utf8.count <= 4096 {
            var event = VehicleEvent(.disappeared, .inferred, at: now, vehicleID: text)
            event.previousID = text
            let alert = Alert(.event(event), of: "town", at: now)
            #expect(alert.json.bytes.first == UInt8(ascii: "{"))
            #expect(alert.json.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            #expect(try object(alert)["vehicle_id"] as? String == text)
            #expect(
                alert.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        }
    }

    @Test("An alert with an ID of any length fits into an argument of a program")
    func long() {
        let text = String(repeating: "\u{1}\u{10FFFF}", count: 1_000_000)
        var event = VehicleEvent(.disappeared, .inferred, at: now, vehicleID: text)
        event.previousID = text
        var alarm = Alarm(Measurement(.smoke, .condition(true)), in: .site, id: text)
        alarm.name = text
        // Linux limits an argument to 131,072 bytes (MAX_ARG_STRLEN).
        for content in [Alert.Content.event(event), .alarm(alarm)] {
            #expect(Alert(content, of: "town", at: now).json.bytes.count < 65_536)
        }
    }
}

extension NSDictionary {
    /// Returns whether the other object has all members of this one.
    fileprivate func isSubset(of other: [String: Any]) -> Bool {
        allKeys.allSatisfy { key in
            guard let key = key as? String, let value = self[key] as? NSObject else { return false }
            return value.isEqual(other[key])
        }
    }
}
