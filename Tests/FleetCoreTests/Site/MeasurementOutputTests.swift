import Testing

@testable import FleetCore

@Suite("Measurements as text and JSON")
struct MeasurementOutputTests {
    @Test(
        "a number has its unit, a condition is a word",
        arguments: [
            (Measurement(.temperature, .number(31.46)), "31.5 °C"),
            (Measurement(.noiseLevel, .number(80)), "80 dB(A)"),
            (Measurement(.smoke, .number(0.25)), "0.25 %/m"),
            (Measurement(.smoke, .condition(false)), "none"),
            (Measurement(.connectivity, .number(-71)), "-71 dBm"),
            (Measurement(.connectivity, .condition(true)), "connected"),
            (Measurement(.battery, .number(.nan)), "? %"),
            (Measurement(.speed, .number(1e300)), "1e+300 m/s"),
            (Measurement(.tippedOver, .condition(true)), "yes"),
        ])
    func text(measurement: Measurement, text: String) {
        #expect(measurement.text == text)
    }

    @Test("a threshold shows its limits")
    func thresholds() {
        func text(_ minimum: Double?, _ maximum: Double?) -> String? {
            let threshold = Threshold(minimum: minimum, maximum: maximum)
            return Measurement(.temperature, .number(1), threshold: threshold).thresholdText
        }
        #expect(text(5, 35) == "5 to 35 °C")
        #expect(text(-5.5, nil) == "at least -5.5 °C")
        #expect(text(nil, 35) == "at most 35 °C")
        #expect(text(nil, nil) == nil)
    }

    @Test("the JSON has value, unit, time, threshold and state; unknown members are omitted")
    func json() throws {
        let time = Timestamp(milliseconds: 1_714_564_800_500)
        let hot = Measurement(
            .temperature, .number(41.5), at: time, threshold: Threshold(maximum: 40))
        #expect(
            hot.jsonObject.text.string
                == #"{"quantity":"temperature","value":41.5,"unit":"celsius","measured_at":"#
                + #""2024-05-01T12:00:00.500Z","threshold":{"max":40},"state":"alarm"}"#)
        let fallen = Measurement(.tippedOver, .condition(false))
        #expect(
            fallen.jsonObject.text.string
                == #"{"quantity":"tipped_over","value":false,"state":"normal"}"#)
        let odd = Measurement(.speed, .number(.infinity), at: Timestamp(milliseconds: .max))
        #expect(
            odd.jsonObject.text.string
                == #"{"quantity":"speed","unit":"meters_per_second","state":"unknown"}"#)
        #expect(try Oracle.jq(".threshold.max", input: hot.jsonObject.text.bytes) == ["40"])
    }

    @Test("a detail shows the measurements of a vehicle and marks alarms; lists omit them")
    func detail() throws {
        var vehicle = Samples.full()
        vehicle.measurements = [
            Measurement(.temperature, .number(50.2), threshold: Threshold(maximum: 45)),
            Measurement(.speed, .number(4.2)), Measurement(.tippedOver, .condition(false)),
        ]
        let header = Samples.header()
        let detail = VehicleDetail(
            source: header.source, feed: header.feed, fetchedAt: header.fetchedAt, isStale: false,
            rotation: .no, vehicle: vehicle)
        let text = detail.written(as: .text, style: Samples.style()).string
        #expect(
            text.contains(
                """
                id             \(vehicle.id)
                temperature    50.2 °C (ALARM)
                state          available

                """))
        #expect(text.contains("\nspeed          4.2 m/s\n"))
        // A condition that does not hold is no fact.
        #expect(!text.contains("tipped over"))
        let json = detail.written(as: .json, style: Samples.style()).bytes
        #expect(
            try Oracle.jq("[.vehicle.measurements[].value]", input: json) == ["[50.2,4.2,false]"])
        #expect(try Samples.lines([vehicle], as: .ndjson).allSatisfy { !$0.contains("50.2") })
    }
}
