import QRCode
import Testing

@Suite("Colors")
struct ColorTests {
    @Test(
        "a color can be given in long or short hexadecimal, or by name",
        arguments: [
            ("#1a2B3c", "#1a2b3c"), ("1A2B3C", "#1a2b3c"), ("#f0A", "#ff00aa"), ("fff", "#ffffff"),
            ("Navy", "#000080"), ("ORANGE", "#ffa500"), ("#000000", "#000000"),
        ])
    func read(text: String, color: String) throws {
        #expect(try #require(RGB(text)).description == color)
    }

    @Test(
        "other text is not a color",
        arguments: [
            "", "#", "#ff", "#ffff", "#fffffff", "#ggg", "+ff", "#+fffff", "-fffff", " fff", "fff ",
            "nav", "##fff", "#navy", "ﬀﬀﬀ", "f\u{0}f", "é00000", "１２３",
        ])
    func invalid(text: String) {
        #expect(RGB(text) == nil)
    }

    @Test("every name is a different color")
    func names() throws {
        #expect(RGB.names.allSatisfy { RGB($0) != nil })
        #expect(Set(RGB.names.compactMap { RGB($0)?.description }).count == RGB.names.count)
    }

    // The ratios come from the WebAIM contrast checker.
    @Test(
        "the contrast is the WCAG contrast ratio",
        arguments: [
            ("#000", "#fff", 21), ("#fff", "#000", 21), ("#777777", "#ffffff", 4.48),
            ("#767676", "#ffffff", 4.54), ("#949494", "#ffffff", 3.03),
            ("#959595", "#ffffff", 2.99), ("#ff0000", "#ffffff", 4),
            ("#0000ff", "#ffffff", 8.59), ("#123456", "#123456", 1),
        ])
    func contrast(foreground: String, background: String, ratio: Double) throws {
        let colors = try SymbolColors(
            foreground: #require(RGB(foreground)), background: #require(RGB(background)))
        #expect(abs(colors.contrast - ratio) < 0.01)
    }

    @Test("colors are inverse if the dark modules are lighter than the light ones")
    func inverse() {
        #expect(!SymbolColors.blackOnWhite.isInverse)
        #expect(SymbolColors(foreground: .white, background: .black).isInverse)
        #expect(!SymbolColors(foreground: .white, background: .white).isInverse)
    }
}
