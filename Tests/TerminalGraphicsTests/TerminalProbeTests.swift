import TerminalGraphics
import Testing

/// Replies of terminals to the probe's queries, from their documentation.
@Suite struct TerminalProbeTests {
    private func probe(
        _ replies: String, environment: [String: String] = [:]
    ) -> TerminalProbe {
        var probe = TerminalProbe { environment[$0] }
        probe.take(replies.utf8)
        return probe
    }

    @Test("kitty and its cell size are detected")
    func kitty() {
        let probe = probe(
            "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;52;c")
        #expect(probe.protocols == [.kitty])
        #expect(probe.cell == PixelSize(width: 10, height: 20))
        #expect(probe.isDone && probe.typed.isEmpty)
    }

    @Test("a terminal that rejects the image does not support kitty images")
    func refusal() {
        #expect(probe("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\\u{1B}[?62;c").protocols == [])
    }

    @Test("sixel is detected by attribute 4, not by conformance level 4")
    func sixel() {
        #expect(probe("\u{1B}[?63;1;2;4;6;9;15;22c").protocols == [.sixel])
        #expect(probe("\u{1B}[?4;6c").protocols == [])
    }

    @Test("iTerm2 is detected by its reply or the environment, but not through tmux")
    func iterm() {
        #expect(probe("\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;4c").protocols == [.iterm, .sixel])
        let environment = ["LC_TERMINAL": "iTerm2"]
        #expect(probe("\u{1B}[?62;c", environment: environment).protocols == [.iterm])
        let inTmux = environment.merging(["TMUX": "/tmp/x"]) { $1 }
        #expect(probe("\u{1B}[?1;2c", environment: inTmux).protocols == [])
    }

    @Test("replies may arrive in any pieces")
    func pieces() {
        var probe = TerminalProbe { _ in nil }
        for byte in "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4c".utf8 {
            #expect(!probe.isDone)
            probe.take([byte])
        }
        #expect(probe.isDone && probe.protocols == [.kitty, .sixel])
    }

    @Test("typed input is kept separately, and bytes after the last reply are not consumed")
    func typed() {
        let probe = probe("ab\u{1B}[A\u{1B}[?62;cde")
        #expect(probe.typed == Array("ab\u{1B}[A".utf8))
    }

    @Test("an incomplete reply is kept apart from typed input")
    func unfinished() {
        let probe = probe("ab\u{1B}[6;20;10t\u{1B}P>|tm")
        #expect(probe.typed == Array("ab".utf8))
        #expect(probe.unfinished == Array("\u{1B}P>|tm".utf8))
        #expect(self.probe("\u{1B}P>|tmux 3.3a\u{1B}\\").unfinished.isEmpty)
    }

    @Test(
        "invalid cell sizes are ignored",
        arguments: ["0;0", "-1;5", "99999999999999999999;8", "8"])
    func sizes(size: String) {
        #expect(probe("\u{1B}[6;\(size)t\u{1B}[?62;c").cell == nil)
    }

    @Test("an unterminated reply ends the probe")
    func endless() {
        let probe = probe("\u{1B}_G" + String(repeating: "x", count: 100_000))
        #expect(probe.isDone && probe.protocols == [])
    }

    @Test("the last query is the one that every terminal answers")
    func lastQuestion() {
        #expect(probe("").queries.suffix(3) == Array("\u{1B}[c".utf8))
    }

    @Test(
        "inside tmux or screen, kitty support is not queried, since they would set it as a title",
        arguments: [
            ("TMUX", "/tmp/x"), ("STY", "1.x"), ("TERM", "tmux-256color"), ("TERM", "screen"),
        ])
    func multiplexed(name: String, value: String) {
        let queries = String(
            decoding: probe("", environment: [name: value]).queries, as: UTF8.self)
        #expect(!queries.contains("\u{1B}_G") && queries.hasSuffix("\u{1B}[c"))
        #expect(String(decoding: probe("").queries, as: UTF8.self).hasPrefix("\u{1B}_G"))
    }

    @Test(
        "the background is light or dark by its color, with one to four digits per component",
        arguments: [
            ("rgb:ffff/ffff/ffff", true), ("rgb:0000/0000/0000", false), ("rgb:f/f/e", true),
            ("rgb:1c1c/1e1e/2222", false), ("rgb:fff/000/000", false), ("rgb:zz/zz/zz", nil),
            ("rgb:1/2", nil),
        ])
    func background(color: String, isLight: Bool?) {
        for end in ["\u{7}", "\u{1B}\\"] {
            #expect(probe("\u{1B}]11;\(color)\(end)\u{1B}[?62;c").hasLightBackground == isLight)
        }
    }

    @Test("terminals without images are not queried", arguments: ["dumb", "linux", nil])
    func notQueried(term: String?) {
        #expect(!TerminalProbe.supportsQueries { $0 == "TERM" ? term : nil })
        #expect(TerminalProbe.supportsQueries { $0 == "TERM" ? "xterm-256color" : nil })
    }
}
