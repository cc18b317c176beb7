import Testing

@testable import FleetCore

@Suite("Display width")
struct DisplayWidthTests {
    @Test("wide scalars take two columns and marks none, by Python's Unicode tables")
    func scalars() throws {
        let lines = try Oracle.python("read.py", ["width"], input: [])
        #expect(lines.count > 1_000_000)
        let wrong = lines.compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard let code = UInt32(words[0]), let scalar = Unicode.Scalar(code) else { return line }
            guard let expected = expected(width: words[1], category: words[2]) else { return nil }
            return DisplayWidth.of(scalar) == expected ? nil : line
        }
        #expect(wrong == [])
    }

    /// The width that Unicode's tables ask for; nothing for what has none or is not assigned there.
    private func expected(width: Substring, category: Substring) -> Int? {
        switch category {
        case "Cn", "Cc", "Co", "Cs", "Zl", "Zp": nil
        case "Mn", "Me", "Cf": 0
        default: width == "W" || width == "F" ? 2 : 1
        }
    }

    @Test(
        "a character takes the columns of its widest scalar",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("自転車", 6), ("👩‍👩‍👧", 2), ("🇫🇷", 2),
            ("\u{2764}", 1), ("\u{2764}\u{FE0F}", 2), ("한글", 4), ("ｱ", 1), ("\u{200B}", 0), ("👍🏽", 2),
        ])
    func texts(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "a text that is too wide ends with an ellipsis and never takes more than its room",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abc", 1, "…"), ("abc", 0, ""),
            ("自転車", 5, "自転…"), ("自転車", 4, "自…"), ("自転車", 2, "…"), ("e\u{301}xyz", 2, "e\u{301}…"),
        ])
    func shortened(text: String, width: Int, expected: String) {
        let shortened = DisplayWidth.shortened(text, to: width)
        #expect(shortened == expected)
        #expect(DisplayWidth.of(shortened) <= width)
    }
}
