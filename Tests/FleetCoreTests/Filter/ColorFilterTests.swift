import Testing

@testable import FleetCore

@Suite("Color filters")
struct ColorFilterTests {
    @Test(
        "Colors are parsed as a user types them",
        arguments: [
            (["red"], ["red"]), (["red,blue"], ["red", "blue"]), (["Blue-Red"], ["blue-red"]),
            (["BlueRed"], ["blue-red"]), (["red", "RED", "red"], ["red"]),
            (["Unknown"], ["unknown"]),
            (["red", "all"], []), (["ALL"], []), ([], []),
        ])
    func labels(typed: [String], labels: [String]) throws {
        #expect(try #require(ColorFilter(typed)).labels == labels)
    }

    @Test(
        "A word without a color is rejected",
        arguments: [[""], ["red,"], [","], ["-"], ["red", "🔴"]])
    func rejected(typed: [String]) {
        #expect(ColorFilter(typed) == nil)
    }

    @Test(
        "Labels are parsed to an equal filter", arguments: [["red"], ["blue-red", "unknown"], []])
    func roundTrip(labels: [String]) throws {
        let filter = try #require(ColorFilter(labels))
        #expect(ColorFilter(filter.labels) == filter)
    }

    @Test(
        "One tone matches any color that has it, two tones only together",
        arguments: [
            ("red", "BlueRed", true), ("red", "RedYellow", true), ("red", "Yellow", false),
            ("red", nil, false), ("blue-red", "RedBlue", true), ("blue-red", "Red", false),
            ("unknown", nil, true), ("unknown", "red", false), ("yellow,unknown", nil, true),
            ("yellow,unknown", "Yellow", true), ("all", nil, true), ("all", "red", true),
            ("red", "darkred", false),
        ] as [(String, String?, Bool)])
    func matches(label: String, color: String?, expected: Bool) throws {
        let filter = try #require(ColorFilter([label]))
        #expect(filter.matches(color.flatMap { VehicleColor($0) }) == expected)
    }

    @Test("Tones are compared byte by byte, as in SQL, not by canonical equivalence")
    func bytes() throws {
        let filter = try #require(ColorFilter(["\u{E9}cru"]))
        #expect(filter.matches(VehicleColor("\u{E9}cru")))
        #expect(!filter.matches(VehicleColor("e\u{301}cru")))
    }
}
