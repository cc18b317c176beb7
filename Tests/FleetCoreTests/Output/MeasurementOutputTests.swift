import Testing

@testable import FleetCore

@Suite("Measurements in words and as JSON")
struct MeasurementOutputTests {
    @Test(
        "a value is told with its unit, a condition in a word",
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
    func words(measurement: Measurement, words: String) {
        #expect(measurement.words == words)
    }

    @Test("a threshold is told by its ends")
    func thresholds() {
        func words(_ minimum: Double?, _ maximum: Double?) -> String? {
            let threshold = Threshold(minimum: minimum, maximum: maximum)
            return Measurement(.temperature, .number(1), threshold: threshold).thresholdWords
        }
        #expect(words(5, 35) == "5 to 35 °C")
        #expect(words(-5.5, nil) == "at least -5.5 °C")
        #expect(words(nil, 35) == "at most 35 °C")
        #expect(words(nil, nil) == nil)
    }

    @Test("the json has value, unit, time, threshold and state; what is not known is left out")
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

    @Test("a detail tells a vehicle's measurements, an alarm as one; lists leave them out")
    func detail() throws {
        var vehicle = Samples.full()
        vehicle.measurements = [
            Measurement(.temperature, .number(50.2), threshold: Threshold(maximum: 45)),
            Measurement(.speed, .number(4.2)), Measurement(.tippedOver, .condition(false)),
        ]
        let head = Samples.head()
        let detail = VehicleDetail(
            source: head.source, feed: head.feed, fetchedAt: head.fetchedAt, isStale: false,
            rotation: .no, vehicle: vehicle)
        let text = detail.written(as: .text, style: Samples.style()).string
        #expect(
            text.contains(
                """
                temperature    50.2 °C (ALARM)
                speed          4.2 m/s
                tipped over    no
                """))
        let json = detail.written(as: .json, style: Samples.style()).bytes
        #expect(
            try Oracle.jq("[.vehicle.measurements[].value]", input: json) == ["[50.2,4.2,false]"])
        #expect(try Samples.lines([vehicle], as: .ndjson).allSatisfy { !$0.contains("50.2") })
    }
}
