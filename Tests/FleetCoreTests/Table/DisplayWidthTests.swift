import Testing

@testable import FleetCore

@Suite("Display width")
struct DisplayWidthTests {
    @Test("wide scalars take two columns and marks none, as in Python's tables")
    func scalars() throws {
        let lines = try Oracle.python("read.py", ["width"], input: [])
        let runs = lines.map { $0.split(separator: " ").compactMap { UInt32($0) } }
        try #require(runs.count > 500 && runs.allSatisfy { $0.count == 3 })
        for run in runs {
            let wrong = (run[0]...run[1]).compactMap(Unicode.Scalar.init).filter { scalar in
                DisplayWidth.of(scalar) != Int(run[2]) && !hasChangedCategory(scalar)
            }
            #expect(wrong == [])
        }
    }

    /// U+1171E was a nonspacing mark until Unicode 14.
    private func hasChangedCategory(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x1171E }

    @Test(
        "a character is as wide as its widest scalar",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("自転車", 6), ("👩‍👩‍👧", 2), ("🇫🇷", 2),
            ("\u{2764}", 1), ("\u{2764}\u{FE0F}", 2), ("한글", 4), ("ｱ", 1), ("\u{200B}", 0),
            ("👍🏽", 2), ("🇫", 1),
        ])
    func texts(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "a text that is too wide is truncated with an ellipsis and always fits",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abc", 1, "…"), ("abc", 0, ""),
            ("自転車", 5, "自転…"), ("自転車", 4, "自…"), ("自転車", 2, "…"), ("e\u{301}xyz", 2, "e\u{301}…"),
        ])
    func shortened(text: String, width: Int, expected: String) {
        let shortened = DisplayWidth.shortened(text, to: width)
        #expect(shortened == expected)
        #expect(DisplayWidth.of(shortened) <= width)
    }

    @Test(
        "wrapped lines fit and together have every character",
        arguments: ["", "a", "one two three", "https://example.com/a/long/path x", "日本語 日本", "🚲🚲"])
    func wrapped(text: String) {
        for width in 1...20 {
            let lines = DisplayWidth.wrapped(text, to: width)
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(width, 2) }, "\(lines)")
        }
        #expect(DisplayWidth.wrapped("one two three", to: 7) == ["one two", "three"])
    }
}
