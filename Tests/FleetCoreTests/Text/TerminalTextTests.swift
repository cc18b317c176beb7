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
        ])
    func escaped(text: String, expected: String) {
        #expect(TerminalText.escaped(text) == expected)
    }

    @Test("Every control and bidirectional scalar is escaped")
    func everyScalar() {
        let all = (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
        for scalar in all {
            let isControl = scalar.properties.generalCategory == .control
            let isBidirectional = scalar.properties.isBidiControl
            guard isControl || isBidirectional else { continue }
            #expect(TerminalText.escaped(String(scalar)).hasPrefix("\\u{"))
        }
    }

    @Test("Escaping an escaped text changes nothing")
    func twice() {
        for text in Samples.hostileTexts {
            let once = TerminalText.escaped(text)
            #expect(TerminalText.escaped(once) == once)
        }
    }
}
