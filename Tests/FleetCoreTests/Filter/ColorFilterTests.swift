import Testing

@testable import FleetCore

@Suite("Color filters")
struct ColorFilterTests {
    @Test(
        "words are read as a user types them",
        arguments: [
            (["red"], ["red"]), (["red,blue"], ["red", "blue"]), (["Blue-Red"], ["blue-red"]),
            (["BlueRed"], ["blue-red"]), (["red", "RED", "red"], ["red"]),
            (["Unknown"], ["unknown"]),
            (["red", "all"], []), (["ALL"], []), ([], []),
        ])
    func words(typed: [String], words: [String]) throws {
        #expect(try #require(ColorFilter(typed)).words == words)
    }

    @Test(
        "a word without a color is refused",
        arguments: [[""], ["red,"], [","], ["-"], ["red", "🔴"]])
    func refused(typed: [String]) {
        #expect(ColorFilter(typed) == nil)
    }

    @Test("what a filter writes it also reads", arguments: [["red"], ["blue-red", "unknown"], []])
    func roundTrip(words: [String]) throws {
        let filter = try #require(ColorFilter(words))
        #expect(ColorFilter(filter.words) == filter)
    }

    @Test(
        "one tone passes wherever it is, two only together",
        arguments: [
            ("red", "BlueRed", true), ("red", "RedYellow", true), ("red", "Yellow", false),
            ("red", nil, false), ("blue-red", "RedBlue", true), ("blue-red", "Red", false),
            ("unknown", nil, true), ("unknown", "red", false), ("yellow,unknown", nil, true),
            ("yellow,unknown", "Yellow", true), ("all", nil, true), ("all", "red", true),
            ("red", "darkred", false),
        ] as [(String, String?, Bool)])
    func matches(words: String, color: String?, passes: Bool) throws {
        let filter = try #require(ColorFilter([words]))
        #expect(filter.matches(color.flatMap { VehicleColor($0) }) == passes)
    }

    @Test("tones are compared byte by byte, as in SQL, not by canonical equivalence")
    func bytes() throws {
        let filter = try #require(ColorFilter(["\u{E9}cru"]))
        #expect(filter.matches(VehicleColor("\u{E9}cru")))
        #expect(!filter.matches(VehicleColor("e\u{301}cru")))
    }
}
