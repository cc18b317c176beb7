import FleetCore
import Testing

@Suite("Short texts")
struct ShortTextTests {
    private static let day = 86_400

    @Test(
        "a relative time is rounded down and fits in ten columns",
        arguments: [
            (0, "0 s ago"), (3599, "59 min ago"), (99 * day, "99 d ago"), (100 * day, "3 mo ago"),
            (365 * day, "11 mo ago"), (366 * day, "1 y ago"), (730 * day, "1 y ago"),
            (731 * day, "2 y ago"), (730_000 * day, "1998 y ago"), (-1, "in 1 s"),
            (-59 * 60, "in 59 min"), (-47 * 3600, "in 47 h"), (-100 * day, "in 3 mo"),
            (-366 * day, "in 1 y"), (-2_900_000 * day, "in 7939 y"),
        ])
    func relativeTime(seconds: Int, expected: String) {
        let text = ShortText.relativeTime(of: Samples.now - .seconds(seconds), now: Samples.now)
        #expect(text == expected && text.count <= 10)
    }

    @Test("a time outside the calendar has no relative time", arguments: [Int64.min, .max])
    func unwritable(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)
        #expect(ShortText.relativeTime(of: time, now: Samples.now) == "?")
        #expect(ShortText.relativeTime(of: Samples.now, now: time) == "?")
    }

    @Test(
        "grouped counts have thousands separators",
        arguments: [
            (0, "0 vehicles"), (1, "1 vehicle"), (999, "999 vehicles"),
            (-1204, "-1,204 vehicles"), (-120, "-120 vehicles"), (1204, "1,204 vehicles"),
            (1_000_000, "1,000,000 vehicles"),
        ])
    func grouped(count: Int, text: String) {
        #expect(ShortText.count(count, "vehicle") == text)
    }

    @Test(
        "a measured duration is rounded to what people read",
        arguments: [
            (0.4, "0 s"), (78.434, "78 s"), (125, "2 min"), (259_503, "3 d"), (180_100, "50 h"),
            (5400, "90 min"),
        ])
    func roundedDuration(seconds: Double, text: String) {
        #expect(ShortText.roundedDuration(.seconds(seconds)) == text)
    }
}
