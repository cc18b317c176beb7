import FleetCore
import Testing

@Suite("A terminal without UTF-8 gets ASCII")
struct ASCIITextTests {
    @Test(
        "the first variable of the locale that is set decides; without any, it is UTF-8",
        arguments: [
            ([:], false), (["LANG": "C"], true), (["LANG": "C.UTF-8"], false),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], true),
            (["LC_ALL": "", "LC_CTYPE": "en_US.utf8", "LANG": "C"], false),
            (["LC_ALL": "de_DE.ISO-8859-1"], true), (["LC_CTYPE": "POSIX"], true),
        ] as [([String: String], Bool)])
    func locale(_ variables: [String: String], isASCII: Bool) {
        #expect(ASCIIText.isNeeded { variables[$0] } == isASCII)
    }

    @Test("signs have replacements of their width")
    func signs() {
        #expect(ASCIIText.text("╭─ V-1 ─╮ ▲ 3 min ago · 14:02") == "+- V-1 -+ ^ 3 min ago . 14:02")
        #expect(ASCIIText.text("loading … Vélo→Größe Plat…") == "loading ... Velo>Grose Plat~")
        for text in ["┏┓┗┛╋ ┊┈ ⌂ ★☆●○◐", "▁▂▃▄▅▆▇█ ⠂⡀⣿", "東京 🚲 Žižkov", "“q” ✕ ✓ ▱▰ ↵"] {
            let ascii = ASCIIText.text(text)
            #expect(ascii.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(ascii)")
            #expect(ascii.utf8.count == DisplayWidth.of(text))
        }
    }

    @Test("bytes that are no UTF-8 are replaced, control sequences are kept")
    func bytes() {
        #expect(ASCIIText.bytes([0x41, 0xFF, 0x1B, 0x5B, 0x6D]) == Array("A?\u{1B}[m".utf8))
        #expect(ASCIIText.bytes([]) == [])
    }
}
