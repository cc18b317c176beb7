import Testing

@testable import FleetTUI

@Suite("Counts are abbreviated")
struct ShortCountTests {
    @Test(
        "a short count has at most four characters and never exceeds the count",
        arguments: [
            (0, "0"), (25, "25"), (999, "999"), (1000, "1k"), (1099, "1k"), (1200, "1.2k"),
            (9999, "9.9k"), (10_000, "10k"), (10_900, "10k"), (999_999, "999k"),
            (1_000_000, "1M"), (1_299_999, "1.2M"), (12_345_678, "12M"),
        ])
    func short(count: Int, text: String) {
        #expect(ShortCount.text(count) == text)
    }
}
