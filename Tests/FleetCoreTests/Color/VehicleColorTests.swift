import Testing

@testable import FleetCore

@Suite("Colors")
struct VehicleColorTests {
    @Test(
        "A color is split into its tones",
        arguments: [
            ("BlueRed", ["blue", "red"]), ("blue-red", ["blue", "red"]),
            ("Blue/red", ["blue", "red"]),
            ("navy blue", ["navy", "blue"]), ("yellow and black", ["yellow", "black"]),
            ("RED", ["red"]), ("Red red RED", ["red"]),
            ("YellowBlue", ["yellow", "blue"]), ("ÉcruÖl", ["écru", "öl"]), ("#ff0000", ["ff0000"]),
            ("  green\u{1B}", ["green"]), ("赤", ["赤"]), ("RAL 3020", ["ral", "3020"]),
        ])
    func tones(name: String, tones: [String]) throws {
        let color = try #require(VehicleColor(name))
        #expect(color.tones == tones)
        #expect(color.name == name)
        #expect(color.label == tones.joined(separator: "-"))
    }

    @Test(
        "A text without a letter or digit is not a color", arguments: ["", " ", "--", "\u{0}", "🔴"])
    func none(name: String) {
        #expect(VehicleColor(name) == nil)
    }

    @Test(
        "`unknown` is not a color",
        arguments: ["unknown", "Unknown", " UNKNOWN "])
    func unknown(name: String) {
        #expect(VehicleColor(name) == nil)
    }

    @Test("The number of tones is bounded")
    func bounded() throws {
        let words = (0..<200_000).map { "w\($0)" }.joined(separator: " ")
        #expect(try #require(VehicleColor(words)).tones.count == VehicleColor.maxTones)
    }

    @Test("A color map has colors for its types only")
    func map() {
        let red = VehicleColor("red")
        let map = ColorMap(["a": red].compactMapValues { $0 })
        #expect(map["a"] == red)
        #expect(map["b"] == nil)
        #expect(map[nil] == nil)
    }
}
