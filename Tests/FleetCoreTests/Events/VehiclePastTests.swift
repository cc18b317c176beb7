import Testing

@testable import FleetCore

@Suite("The past of a vehicle")
struct VehiclePastTests {
    private func event(_ json: String, at seconds: Double) -> VehiclePast.Event {
        VehiclePast.Event(at: Timestamp(seconds: seconds), EventDetail(json: Array(json.utf8)))
    }

    private func past(_ events: [VehiclePast.Event], charges: [Sample] = []) -> VehiclePast {
        var past = VehiclePast(vehicleID: "V\u{1B}")
        past.recordedSince = Timestamp(seconds: 100)
        past.recordedUntil = Timestamp(seconds: 200)
        past.record(events, charges: charges)
        return past
    }

    private func text(_ past: VehiclePast, at seconds: Double = 200) -> String {
        past.written(at: Timestamp(seconds: seconds), style: Samples.style()).string
    }

    @Test("as text names its period, and sets apart what is incomplete")
    func periods() {
        let moved = event(#"{"event":"moved","distance_meters":120,"basis":"observed"}"#, at: 150)
        let reserved = event(
            #"{"event":"reserved","state":"reserved","basis":"observed"}"#, at: 90)
        #expect(
            text(past([moved, reserved])) == """
                1 event since local 100000
                TIME          EVENT     DESCRIPTION  BASIS
                local 150000  moved     120 m        observed
                before, with gaps:
                local 90000   reserved  -            observed

                """)
        #expect(text(past([])) == "no events since local 100000\n")
        #expect(
            text(past([]), at: 300)
                == "no events since local 100000 until local 200000; later ones are not recorded\n")
        #expect(
            text(VehiclePast(vehicleID: "a"))
                == "no events are recorded here: `fleet serve` records those of the sources it serves\n"
        )
        var pages = past([moved])
        pages.next = "x"
        #expect(text(pages).hasPrefix("the last 1 event since "))
    }

    @Test("has each charge once, and again after the vehicle was away")
    func charges() {
        let charge = #"{"event":"battery_changed","battery_percent":"#
        let events = [
            event(charge + "61.2}", at: 140),
            event(#"{"event":"appeared","battery_percent":60}"#, at: 130),
            event(#"{"event":"disappeared","battery_percent":60}"#, at: 120),
            event(charge + "60}", at: 110),
        ]
        let logged = [
            Sample(at: Timestamp(seconds: 145), value: 61),
            Sample(at: Timestamp(seconds: 111), value: 60),
            Sample(at: Timestamp(seconds: 105), value: 70),
            Sample(at: Timestamp(seconds: 106), value: .nan),
        ]
        let found = past(events, charges: logged)
        #expect(found.charges.map(\.value) == [70, 60, 60, 61])
        #expect(found.charges.map(\.at.seconds) == [105, 110, 130, 140])
        #expect(found.departures.map(\.seconds) == [120])
    }

    @Test("as JSON has the members of the events, with the times of the record")
    func json() {
        let json =
            #"{"event":"moved","basis":"inferred","at":"1970-01-01T00:02:30Z","vehicle_id":"a","#
            + #""lat":1,"lon":2,"previous_lat":3,"previous_lon":4,"distance_meters":5,"#
            + #""state":"available","event_types":[],"vehicle_state":"available"}"#
        let found = past(
            [event(json, at: 150)], charges: [Sample(at: Timestamp(seconds: 150), value: 7)])
        #expect(
            found.jsonObject.text.string
                == #"{"recorded_since":"1970-01-01T00:01:40Z","recorded_until":"1970-01-01T00:03:20Z","#
                + #""events":["# + json
                + #"],"battery":[{"at":"1970-01-01T00:02:30Z","battery_percent":7}]}"#)
        #expect(
            VehiclePast(vehicleID: "a").jsonObject.text.string == #"{"events":[],"battery":[]}"#)
    }

    @Test("shows no control character and no long text of an event, also of an unknown kind")
    func hostile() {
        let long = String(repeating: "x", count: 5000)
        let found = past([
            event(#"{"event":"\u001b[2J_\u202e","basis":"\u0007"}"#, at: 150),
            event(#"{"event":"moved","previous_vehicle_id":"\u001b]0;\#(long)"}"#, at: 140),
            event("not JSON", at: 130), event(#"{"event":["x"]}"#, at: 120),
        ])
        let text = text(found)
        for line in text.split(separator: "\n") {
            #expect(TerminalText.escaped(String(line)) == line && line.utf8.count < 1000)
        }
        #expect(text.hasPrefix("4 events since"))
    }
}
