import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Measurements are read leniently")
struct LenientMeasurementTests {
    private func read(_ members: String) throws -> [Measurement] {
        try SitesDocumentTests.sites(#"{"sites": [{"id": "a", \#(members)}]}"#)
            .flatMap(\.measurements)
    }

    @Test(
        "Known units are converted",
        arguments: [
            ("temperature", "77", "°F", 25), ("temperature", "300.15", "K", 27),
            ("temperature", "\"-3.5\"", "Celsius", -3.5), ("speed", "36", "km/h", 10),
            ("speed", "10", "mph", 4.4704), ("speed", "3", "meters_per_second", 3),
            ("humidity", "0.5", "fraction", 50), ("battery_percent", "7", "percent", 7),
            ("noise_level", "60", "dB(A)", 60), ("smoke", "0.3", "%/m", 0.3),
            ("connectivity", "-80", "dBm", -80),
        ])
    func units(name: String, value: String, unit: String, expected: Double) throws {
        let read = try read(
            #""measurements": {"\#(name)": {"value": \#(value), "unit": "\#(unit)"}}"#)
        #expect(read.map(\.value) == [.number(expected)])
    }

    @Test(
        "Unknown and invalid measurements are omitted",
        arguments: [
            #""temperature": "warm""#, #""temperature": true"#, #""temperature": -300"#,
            #""humidity": 101"#, #""battery_percent": -1"#, #""smoke": -0.1"#,
            #""measurements": [{"quantity": "speed", "value": 1e308, "unit": "furlongs"}]"#,
            #""measurements": [{"value": 3}, 5, null, "x", {"quantity": 7, "value": 1}]"#,
            #""measurements": {"tipped_over": 2, "speed": {"value": {}}}"#,
            #""measurements": {"humidity": {"value": 1e308, "unit": "fraction"}}"#,
            #""sensors": 5, "telemetry": "smoke", "connectivity": []"#,
        ])
    func nonsense(members: String) throws {
        #expect(try read(members).isEmpty)
    }

    @Test(
        "A condition may be a Boolean, a number or a word",
        arguments: [
            ("smoke", "true", true), ("smoke", #""none""#, false), ("tipped_over", "1", true),
            ("is_tipped_over", #""False""#, false), ("connectivity", "0", false),
            ("connectivity", #""online""#, true),
        ])
    func conditions(name: String, value: String, expected: Bool) throws {
        #expect(
            try read(#""sensors": {"\#(name)": \#(value)}"#).map(\.value) == [.condition(expected)])
    }

    @Test(
        "A battery level may be a percentage or a fraction",
        arguments: [("68", 68.0), ("0.68", 68), ("\"68%\"", 68), ("1", 1), ("1.0", 100)])
    func battery(value: String, expected: Double) throws {
        #expect(try read(#""battery_percent": \#(value)"#).map(\.value) == [.number(expected)])
    }

    @Test(
        "A threshold has one limit or two; one that no value could satisfy is ignored",
        arguments: [
            (#""threshold": 20"#, Threshold(maximum: 20)),
            (#""threshold": {"min": "5", "max": 20}"#, Threshold(minimum: 5, maximum: 20)),
            (#""min": 5"#, Threshold(minimum: 5)),
            (#""thresholds": {"maximum": 20}"#, Threshold(maximum: 20)),
            (#""threshold": {"min": 20, "max": 5}"#, nil), (#""threshold": "high""#, nil),
        ])
    func thresholds(members: String, expected: Threshold?) throws {
        let read = try read(
            #""measurements": [{"quantity": "temperature", "value": 21, \#(members)}]"#)
        #expect(read.map(\.threshold) == [expected])
        let state: Measurement.State = expected == nil ? .unknown : .alarm
        #expect(
            read.map(\.state) == [expected?.maximum == nil && expected != nil ? .normal : state])
    }

    @Test("A valid reported state overrides the threshold, an invalid one does not")
    func states() throws {
        for (word, state) in [("ok", Measurement.State.normal), ("odd", .alarm)] {
            let read = try read(
                #""sensors": {"smoke": {"value": 9, "threshold": 2, "state": "\#(word)"}}"#)
            #expect(read.map(\.state) == [state])
        }
    }

    @Test("The newer of two values wins; if both have the same time, the one in the group does")
    func newest() throws {
        #expect(
            try read(#""temperature": 1, "measurements": {"temperature": 2}"#).map(\.value)
                == [.number(2)])
        let older = #"{"quantity": "temperature", "value": 2, "time": 1000}"#
        #expect(
            try read(#""last_reported": 2000, "temperature": 1, "measurements": [\#(older)]"#)
                .map(\.value) == [.number(1)])
    }

    @Test("An implausibly large group of measurements is omitted, but the site is read")
    func hostile() throws {
        let many = Array(repeating: "{}", count: 3000).joined(separator: ",")
        #expect(try read(#""temperature": 1, "measurements": [\#(many)]"#).count == 1)
        let long = String(repeating: "x", count: 100_000)
        #expect(try read(#""temperature": 1, "sensors": {"smoke": "\#(long)"}"#).count == 1)
    }
}
