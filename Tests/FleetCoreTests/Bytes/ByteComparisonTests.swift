import Testing

@testable import FleetCore

@Suite("Byte comparison")
struct ByteComparisonTests {
    @Test("ASCIICase ignores the case of ASCII letters only")
    func asciiCase() {
        #expect(ASCIICase.equal("aZ[", "Az["))
        #expect(!ASCIICase.equal("[", "{"))
        #expect(!ASCIICase.equal("É", "é"))
        #expect(!ASCIICase.equal("e\u{301}", "\u{E9}"))
        #expect(ASCIICase.hasPrefix("abc", "AB"))
        #expect(!ASCIICase.hasPrefix("a", "ab"))
        #expect(ASCIICase.contains("xABy", "aby"))
        #expect(!ASCIICase.contains("", "a"))
        #expect(ASCIICase.contains("", ""))
    }

    @Test("ByteOrder distinguishes canonically equivalent texts")
    func bytes() {
        #expect(!ByteOrder.equal("e\u{301}", "\u{E9}"))
        #expect(ByteOrder.equal("abc", "abc"))
        #expect(ByteOrder.precedes("e\u{301}", "\u{E9}"))
        #expect(!ByteOrder.precedes("a", "a"))
    }
}
