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
        // Planes 4 to 13 are not assigned, and planes 15 and 16 are for private use.
        for plane in [0, 1, 2, 3, 14] as [UInt32] {
            for value in plane << 16..<(plane + 1) << 16 {
                guard let scalar = Unicode.Scalar(value) else { continue }
                expectEscaped(scalar)
            }
        }
    }

    private func expectEscaped(_ scalar: Unicode.Scalar) {
        let isControl = scalar.properties.generalCategory == .control
        guard isControl || scalar.properties.isBidiControl else { return }
        #expect(TerminalText.escaped(String(scalar)).hasPrefix("\\u{"))
    }

    @Test("Escaping an escaped text changes nothing")
    func twice() {
        for text in Samples.hostileTexts {
            let once = TerminalText.escaped(text)
            #expect(TerminalText.escaped(once) == once)
        }
    }
}
