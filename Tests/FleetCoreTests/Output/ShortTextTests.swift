import FleetCore
import Testing

@Suite("Short words for what a row has little room for")
struct ShortTextTests {
    private static let day = 86_400

    @Test(
        "any time of the calendar is told by how far it is, never as more than it is",
        arguments: [
            (0, "0 s ago"), (3599, "59 min ago"), (99 * day, "99 d ago"), (100 * day, "3 mo ago"),
            (365 * day, "11 mo ago"), (366 * day, "1 y ago"), (730 * day, "1 y ago"),
            (731 * day, "2 y ago"), (730_000 * day, "1998 y ago"), (-1, "in 1 s"),
            (-59 * 60, "in 59 min"), (-47 * 3600, "in 47 h"), (-100 * day, "in 3 mo"),
            (-366 * day, "in 1 y"), (-2_900_000 * day, "in 7939 y"),
        ])
    func distance(seconds: Int, expected: String) {
        let words = ShortText.distance(of: Samples.now - .seconds(seconds), now: Samples.now)
        #expect(words == expected && words.count <= 10)
    }

    @Test("a time that no calendar has is not counted", arguments: [Int64.min, .max])
    func unwritable(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)
        #expect(ShortText.distance(of: time, now: Samples.now) == "?")
        #expect(ShortText.distance(of: Samples.now, now: time) == "?")
    }
}
