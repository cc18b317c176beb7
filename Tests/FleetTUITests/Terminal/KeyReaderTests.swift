import FleetCore
import Testing

@testable import FleetTUI

@Suite("Only typed keys are reported, not what the terminal sends on its own")
struct KeyReaderTests {
    private var reader = KeyReader()
    private let noon = Fleets.noon

    /// The input of a sequence that ncurses does not recognize.
    private func inputs(_ text: some StringProtocol) -> [TerminalInput] {
        text.unicodeScalars.map(TerminalInput.character)
    }

    private static func keys(_ text: String) -> [Key] { text.map(Key.character) }

    /// Replies to the queries of `TerminalProbe`, and others of the same forms.
    static let replies = [
        "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}P>|XTerm(390)\u{1B}\\", "\u{1B}P!|00000000\u{1B}\\",
        "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[?1;2;4c", "\u{1B}[?62;c", "\u{1B}[>84;0;0c",
        "\u{1B}[6;20;10t", "\u{1B}[24;80R", "\u{1B}[?2026;2$y", "\u{1B}[0n", "\u{1B}[?0u",
        "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]10;rgb:c/m/f\u{7}",
        "\u{1B}_Gi=31;OK\u{1B}\\",
        "\u{1B}_Gi=31;ENOTSUP:mc?\u{1B}\\",
    ]

    @Test("a reply is discarded, and keys typed around it are reported", arguments: replies)
    mutating func reply(text: String) {
        #expect(reader.read(inputs(text + "m?"), at: noon) == Self.keys("m?"))
        #expect(reader.read(inputs("/a" + text + "em"), at: noon) == Self.keys("/aem"))
    }

    @Test("a reply may arrive in any two pieces", arguments: replies)
    func pieces(text: String) {
        let whole = inputs(text)
        for cut in 2..<whole.count {
            var reader = reader
            #expect(reader.read(whole[..<cut], at: noon) == [])
            // The first two characters alone may also have been typed.
            let silence: Duration = cut > 2 ? .seconds(2) : .milliseconds(499)
            #expect(reader.read([], at: noon + silence) == [])
            #expect(reader.read(whole[cut...], at: noon + .seconds(3)) == [])
            #expect(reader.read(inputs("q"), at: noon + .seconds(3)) == Self.keys("q"))
        }
    }

    @Test("of a reply that is cut after Esc, only Esc is reported as a key", arguments: replies)
    mutating func cutAfterEscape(text: String) {
        #expect(reader.read(inputs("\u{1B}"), at: noon) == [.escape])
        let rest = inputs(String(text.unicodeScalars.dropFirst()))
        #expect(reader.read(rest, at: noon + .milliseconds(40)) == [])
    }

    @Test("a reply that began before the terminal was taken over is completed", arguments: replies)
    func resumed(text: String) {
        let bytes = Array(text.utf8)
        for cut in 1..<bytes.count {
            var reader = reader
            #expect(reader.resume(Array("ab".utf8) + bytes[..<cut], at: noon) == Self.keys("ab"))
            // ncurses reports the size as a key.
            #expect(reader.read([.other], at: noon + .milliseconds(1)) == [])
            let rest = bytes[cut...].map { TerminalInput.character(Unicode.Scalar($0)) }
            #expect(reader.read(rest, at: noon + .milliseconds(2)) == [])
        }
    }

    @Test("Esc is reported immediately, whether alone, twice or before other keys")
    mutating func escape() {
        #expect(reader.read(inputs("\u{1B}"), at: noon) == [.escape])
        #expect(reader.read(inputs("\u{1B}\u{1B}"), at: noon) == [.escape, .escape])
        let quick = inputs("\u{1B}q\u{1B}") + [.key(.up)] + inputs("\u{1B}/")
        let keys: [Key] = [
            .escape, .character("q"), .escape, .up, .escape, .character("/"),
        ]
        #expect(reader.read(quick, at: noon) == keys)
    }

    @Test(
        "Alt and a character are Esc and the character, even if a reply could start like that",
        arguments: ["P", "]", "_", "[", "x", "O"])
    mutating func alt(character: String) {
        let keys = [.escape] + Self.keys(character)
        #expect(reader.read(inputs("\u{1B}" + character + "m"), at: noon) == keys + Self.keys("m"))
        let later = noon + KeyReader.timeout
        let first = reader.read(inputs("\u{1B}" + character), at: noon)
        #expect(first + reader.read([], at: later) == keys)
        let held = reader.read(inputs("\u{1B}" + character), at: noon)
        #expect(held + reader.read([.key(.down)], at: noon) == keys + [.down])
    }

    @Test("an unterminated reply does not block Esc, control keys or later keys")
    func endless() {
        let (start, later) = ("\u{1B}P>|mc", noon + KeyReader.replyTimeout)
        var escaped = reader
        #expect(escaped.read(inputs(start + "\u{1B}"), at: noon) == [])
        #expect(escaped.read(inputs("q"), at: noon) == [.escape, .character("q")])
        var entered = reader
        #expect(entered.read(inputs(start + "\rq"), at: noon) == [.enter, .character("q")])
        var moved = reader
        #expect(
            moved.read(inputs(start) + [.key(.up)] + inputs("q"), at: noon)
                == [.up, .character("q")])
        var waited = reader
        #expect(waited.read(inputs(start), at: noon) == [] && waited.read([], at: later) == [])
        #expect(waited.read(inputs("q"), at: later) == Self.keys("q"))
        var flooded = reader
        let flood = inputs("\u{1B}P>|" + String(repeating: "m", count: 4096))
        #expect(flooded.read(flood, at: noon).count < 10)
        #expect(flooded.read(inputs("q"), at: noon) == Self.keys("q"))
    }

    @Test("a sequence that is broken off gives way to the input that interrupts it")
    mutating func broken() {
        #expect(reader.read(inputs("\u{1B}[?62\u{1B}[?62;cq"), at: noon) == Self.keys("q"))
        #expect(reader.read(inputs("\u{1B}[?62\r"), at: noon) == [.enter])
        #expect(reader.read(inputs("\u{1B}[?62é"), at: noon) == Self.keys("é"))
    }

    @Test("a mouse report may arrive in two pieces")
    func mouse() {
        let whole = [.mouse] + inputs("0;6;5m")
        for cut in 1..<whole.count {
            var reader = reader
            #expect(reader.read(whole[..<cut], at: noon) == [])
            #expect(reader.read([], at: noon + .seconds(1)) == [])
            let keys = reader.read(whole[cut...] + inputs("q"), at: noon + .seconds(2))
            #expect(keys == [.mouse(Mouse(.release, column: 5, row: 4)), .character("q")])
        }
    }

    @Test(
        "a mouse report has the button, also with a modifier",
        arguments: [
            ("0;6;5M", .press), ("32;6;5M", .drag), ("0;6;5m", .release), ("64;6;5M", .wheelUp),
            ("68;6;5M", .wheelUp), ("65;6;5M", .wheelDown), ("2;6;5M", nil),
        ] as [(String, Mouse.Kind?)])
    mutating func button(report: String, kind: Mouse.Kind?) {
        let events = kind.map { [Key.mouse(Mouse($0, column: 5, row: 4))] } ?? []
        let whole = [.mouse] + inputs(report)
        #expect(reader.read(whole + whole, at: noon) == events + events)
    }

    @Test("pasted text may arrive in two pieces, and none of it is reported as keys")
    func paste() {
        let text = "q\u{1B}[?62;c\nm\t"
        let whole = [.pasteBegin] + inputs(text) + [.key(.backspace), .pasteEnd]
        for cut in 1..<whole.count {
            var reader = reader
            #expect(reader.read(whole[..<cut], at: noon) == [])
            #expect(reader.read([], at: noon + .seconds(9)) == [])
            let keys = reader.read(whole[cut...] + inputs("q"), at: noon + .seconds(9))
            #expect(keys == [.paste(text), .character("q")])
        }
    }

    @Test("the end marker of pasted text may arrive in two pieces that ncurses does not recognize")
    func endMarkerInPieces() {
        let marker = "\u{1B}[201~"
        for text in ["", "abc", "\u{1B}[20\u{1B}", String(repeating: "x", count: 1000)] {
            for cut in 1..<marker.count {
                var reader = reader
                let first = [.pasteBegin] + inputs(text + marker.prefix(cut))
                #expect(reader.read(first, at: noon) == [])
                #expect(reader.read([], at: noon + .seconds(1)) == [])
                let rest = inputs(marker.dropFirst(cut) + "q")
                #expect(
                    reader.read(rest, at: noon + .seconds(1)) == [.paste(text), .character("q")])
            }
        }
    }

    @Test("the start marker of pasted text may arrive in two pieces; no other sequence is one")
    func startMarkerInPieces() {
        let marker = "\u{1B}[200~"
        for cut in 3..<marker.count {
            var reader = reader
            #expect(reader.read(inputs(marker.prefix(cut)), at: noon) == [])
            #expect(reader.read([], at: noon + .seconds(1)) == [])
            let rest = inputs(marker.dropFirst(cut) + "abq") + [.pasteEnd]
            #expect(reader.read(rest, at: noon + .seconds(1)) == [.paste("abq")])
        }
        for other in ["\u{1B}[201~", "\u{1B}[200;1~", "\u{1B}[2000~", "\u{1B}]200~\u{7}"] {
            var reader = reader
            #expect(reader.read(inputs(other + "q"), at: noon) == Self.keys("q"))
        }
    }

    @Test("pasted text without an end marker is reported after the timeout, and truncated if long")
    mutating func endlessPaste() {
        let long = String(repeating: "x", count: 5000)
        #expect(reader.read([.pasteBegin] + inputs(long), at: noon) == [])
        let keys = reader.read([], at: noon + KeyReader.pasteTimeout)
        #expect(keys == [.paste(String(long.prefix(1000)))])
        #expect(reader.read(inputs("q"), at: noon) == Self.keys("q"))
    }

    @Test("characters and control keys are reported unchanged")
    mutating func plain() {
        let keys: [Key] = [
            .character("é"), .enter, .enter, .tab, .backspace, .backspace, .control("z"),
        ]
        #expect(reader.read(inputs("é\r\n\t\u{8}\u{7F}\u{1A}\u{0}\u{1C}"), at: noon) == keys)
        #expect(
            reader.read([.key(.left), .other, .pasteEnd, .key(.function(5))], at: noon)
                == [.left, .function(5)])
    }
}
