import FleetCore
import Foundation
import Testing

@Suite("Events as JSON")
struct EventJSONTests {
    private func object(_ text: UTF8Buffer) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(text.bytes))
        return try #require(value as? [String: Any])
    }

    /// Returns an event with all properties.
    private func full(_ kind: VehicleEvent.Kind) -> VehicleEvent {
        var event = VehicleEvent(
            kind, .inferred, at: Samples.now, vehicleID: "new \"id\"", state: .available)
        event.previousID = "old\u{1B}[31m"
        event.position = Position(latitude: 48.5, longitude: 2.25)
        event.previousPosition = Position(latitude: 48.25, longitude: -2.5)
        event.distanceMeters = 1234.5678
        event.previousState = .disabled
        event.battery = Battery(percent: 90, isEstimated: true)
        event.previousBattery = Battery(percent: 12.5)
        return event
    }

    @Test("Each kind has all members", arguments: VehicleEvent.Kind.allCases)
    func all(kind: VehicleEvent.Kind) throws {
        let event = full(kind)
        let object = try object(event.json)
        #expect(object["event"] as? String == kind.rawValue)
        #expect(object["basis"] as? String == "inferred")
        #expect(object["at"] as? String == "2024-05-01T12:00:00Z")
        #expect(object["vehicle_id"] as? String == "new \"id\"")
        #expect(object["previous_vehicle_id"] as? String == "old\u{1B}[31m")
        #expect(object["lat"] as? Double == 48.5)
        #expect(object["lon"] as? Double == 2.25)
        #expect(object["previous_lat"] as? Double == 48.25)
        #expect(object["previous_lon"] as? Double == -2.5)
        #expect(object["distance_meters"] as? Double == 1234.6)
        #expect(object["state"] as? String == "available")
        #expect(object["previous_state"] as? String == "disabled")
        #expect(object["battery_percent"] as? Double == 90)
        #expect(object["battery_estimated"] as? Bool == true)
        #expect(object["previous_battery_percent"] as? Double == 12.5)
        #expect(object["event_types"] as? [String] == event.mdsEventTypes)
        #expect(object["vehicle_state"] as? String == "available")
        #expect(object.count == 17)
    }

    @Test("Unknown values are omitted")
    func bare() throws {
        let event = VehicleEvent(.disappeared, .inferred, at: Samples.now, vehicleID: "A")
        #expect(
            event.json.string == """
                {"event":"disappeared","basis":"inferred","at":"2024-05-01T12:00:00Z",\
                "vehicle_id":"A","state":"unknown","event_types":[]}
                """)
    }

    @Test("Hostile IDs and extreme times yield valid JSON")
    func hostile() throws {
        for id in Samples.hostileTexts {
            for time in [Int64.min, 0, .max] {
                let at = Timestamp(milliseconds: time)
                let event = VehicleEvent(.appeared, .inferred, at: at, vehicleID: id)
                #expect(try object(event.json)["vehicle_id"] as? String == id)
            }
        }
    }

    @Test("Every MDS event type is one of MDS 2.0")
    func mdsEventTypes() {
        let types: Set<String> = [
            "reservation_start", "reservation_cancel", "battery_low", "battery_charged",
            "unspecified", "trip_start", "trip_end",
        ]
        var seen: Set<String> = []
        for kind in VehicleEvent.Kind.allCases {
            for state in VehicleState.allCases {
                var event = full(kind)
                event.state = state
                for previous in VehicleState.allCases {
                    event.previousState = previous
                    seen.formUnion(event.mdsEventTypes)
                    event.distanceMeters = nil
                    event.previousID = nil
                    seen.formUnion(event.mdsEventTypes)
                }
            }
        }
        #expect(seen == types)
    }

    @Test("A batch has a summary with all counts only if there is turnover")
    func summary() throws {
        var batch = EventBatch(at: Samples.now)
        #expect(batch.summaryJSON == nil)
        batch.turnover.departed = 3
        batch.turnover.arrived = 4
        batch.turnover.renamed = 500
        #expect(
            try #require(batch.summaryJSON).string == """
                {"event":"turnover","went":3,"came":4,"renamed":500,"at":"2024-05-01T12:00:00Z"}
                """)
        batch.turnover = EventBatch.Turnover()
        batch.heldBack = 7
        let object = try object(#require(batch.summaryJSON))
        #expect(object["held_back"] as? Int == 7)
    }
}
