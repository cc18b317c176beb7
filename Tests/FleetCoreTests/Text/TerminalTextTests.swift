import Testing

@testable import FleetCore

@Suite("Text for terminals")
struct TerminalTextTests {
    @Test(
        "Control characters are escaped, the rest is unchanged",
        arguments: [
            ("plain", "plain"), ("\u{1B}[31m", "\\u{1B}[31m"), ("a\r\nb\t", "a\\u{D}\\u{A}b\\u{9}"),
            ("\u{0}", "\\u{0}"),
            ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\\u{7F}\\u{80}\\u{9B}\\u{9F}\u{A0}"),
            ("\u{202E}abc\u{2066}", "\\u{202E}abc\\u{2066}"), ("\u{2028}", "\\u{2028}"),
            ("é 自転車 👩‍👩‍👧", "é 自転車 👩‍👩‍👧"), ("", ""), ("\\u{1B}", "\\u{1B}"),
            ("a\u{200B}b\u{AD}", "a\\u{200B}b\\u{AD}"),
            ("\u{E0041}\u{206A}", "\\u{E0041}\\u{206A}"),
        ])
    func escaped(text: String, expected: String) {
        #expect(TerminalText.escaped(text) == expected)
    }

    /// Default_Ignorable_Code_Point of DerivedCoreProperties.txt (Unicode 16.0), whose unassigned
    /// code points are reserved for more of them.
    private static let ignorable: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
        0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164,
        0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3,
        0x1D173...0x1D17A, 0xE0000...0xE0FFF,
    ]
    /// C0, DEL, C1, line ends, interlinear annotations.
    private static let controls: [ClosedRange<UInt32>] = [
        0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0xFFF9...0xFFFB,
    ]

    @Test("Exactly the control, bidirectional and invisible scalars are escaped")
    func everyScalar() {
        let unsafe = Set((Self.ignorable + Self.controls).flatMap { $0 })
        // Planes 4 to 13 are not assigned, and planes 15 and 16 are for private use.
        for plane in [0, 1, 2, 3, 14] as [UInt32] {
            for value in plane << 16..<(plane + 1) << 16 {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let escaped = TerminalText.escaped("x\(scalar)y")
                #expect((escaped.utf8.count > 6) == unsafe.contains(value), "\(value)")
            }
        }
    }

    @Test(
        "What belongs to an emoji stays",
        arguments: ["👩‍👩‍👧", "👩🏽‍🦰", "❤\u{FE0F}", "🏳\u{FE0F}‍🌈", "1\u{FE0F}\u{20E3}", "🇫🇷", "👍🏽"])
    func emoji(text: String) {
        #expect(TerminalText.escaped(text) == text)
    }

    @Test(
        "Joiners and selectors without effect on an emoji are escaped",
        arguments: [
            ("a\u{200D}b", "a\\u{200D}b"), ("🛴\u{200D}", "🛴\\u{200D}"), ("\u{200D}🛴", "\\u{200D}🛴"),
            ("🛴\u{FE0F}", "🛴\\u{FE0F}"), ("A\u{FE0F}", "A\\u{FE0F}"), ("1\u{FE0F}", "1\\u{FE0F}"),
            ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{FE0F}"), ("❤\u{FE0E}", "❤\\u{FE0E}"),
            ("🛴\u{200D}\u{200D}🛴", "🛴\\u{200D}\\u{200D}🛴"),
            ("🏴\u{E0067}\u{E007F}", "🏴\\u{E0067}\\u{E007F}"),
        ])
    func notEmoji(text: String, expected: String) {
        #expect(TerminalText.escaped(text) == expected)
    }

    @Test("Only controls and line ends keep a text from being copied")
    func controls() {
        for text in ["a\u{0}", "\n", "\u{7F}", "x\u{9B}", "\u{2029}"] {
            #expect(TerminalText.hasControls(text))
        }
        #expect(!TerminalText.hasControls("é 👩‍👩‍👧 \u{200B}\u{202E}"))
    }

    @Test("Escaping an escaped text changes nothing")
    func twice() {
        for text in Samples.hostileTexts {
            let once = TerminalText.escaped(text)
            #expect(TerminalText.escaped(once) == once)
        }
    }
}
