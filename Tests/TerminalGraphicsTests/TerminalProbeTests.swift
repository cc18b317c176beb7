import TerminalGraphics
import Testing

/// What terminals answer to the questions of the probe, as their documentation says.
@Suite struct TerminalProbeTests {
    private func probe(
        _ answers: String, environment: [String: String] = [:]
    ) -> TerminalProbe {
        var probe = TerminalProbe { environment[$0] }
        probe.take(answers.utf8)
        return probe
    }

    @Test("kitty, and the size of its cells")
    func kitty() {
        let probe = probe(
            "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;52;c")
        #expect(probe.protocols == [.kitty])
        #expect(probe.cell == PixelSize(width: 10, height: 20))
        #expect(probe.isDone && probe.typed.isEmpty)
    }

    @Test("a terminal that refuses the image shows no kitty images")
    func refusal() {
        #expect(probe("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\\u{1B}[?62;c").protocols == [])
    }

    @Test("sixel is the attribute 4, and not a terminal of level 4")
    func sixel() {
        #expect(probe("\u{1B}[?63;1;2;4;6;9;15;22c").protocols == [.sixel])
        #expect(probe("\u{1B}[?4;6c").protocols == [])
    }

    @Test("iTerm2 by its name, of the terminal or in the environment, but not through tmux")
    func iterm() {
        #expect(probe("\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;4c").protocols == [.iterm, .sixel])
        let environment = ["LC_TERMINAL": "iTerm2"]
        #expect(probe("\u{1B}[?62;c", environment: environment).protocols == [.iterm])
        let inTmux = environment.merging(["TMUX": "/tmp/x"]) { $1 }
        #expect(probe("\u{1B}[?1;2c", environment: inTmux).protocols == [])
    }

    @Test("answers may come in any pieces")
    func pieces() {
        var probe = TerminalProbe { _ in nil }
        for byte in "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4c".utf8 {
            #expect(!probe.isDone)
            probe.take([byte])
        }
        #expect(probe.isDone && probe.protocols == [.kitty, .sixel])
    }

    @Test("what was typed meanwhile is kept apart, and what comes after the last answer untouched")
    func typed() {
        let probe = probe("ab\u{1B}[A\u{1B}[?62;cde")
        #expect(probe.typed == Array("ab\u{1B}[A".utf8))
    }

    @Test("the beginning of an answer is told apart from what was typed")
    func unfinished() {
        let probe = probe("ab\u{1B}[6;20;10t\u{1B}P>|tm")
        #expect(probe.typed == Array("ab".utf8))
        #expect(probe.unfinished == Array("\u{1B}P>|tm".utf8))
        #expect(self.probe("\u{1B}P>|tmux 3.3a\u{1B}\\").unfinished.isEmpty)
    }

    @Test(
        "sizes that cannot be are no sizes",
        arguments: ["0;0", "-1;5", "99999999999999999999;8", "8"])
    func sizes(size: String) {
        #expect(probe("\u{1B}[6;\(size)t\u{1B}[?62;c").cell == nil)
    }

    @Test("an answer without end is given up")
    func endless() {
        let probe = probe("\u{1B}_G" + String(repeating: "x", count: 100_000))
        #expect(probe.isDone && probe.protocols == [])
    }

    @Test("the last question is the one that every terminal answers")
    func lastQuestion() {
        #expect(probe("").questions.suffix(3) == Array("\u{1B}[c".utf8))
    }

    @Test(
        "within tmux or screen, no kitty image is asked for: they would take it for a title",
        arguments: [
            ("TMUX", "/tmp/x"), ("STY", "1.x"), ("TERM", "tmux-256color"), ("TERM", "screen"),
        ])
    func multiplexed(name: String, value: String) {
        let questions = String(
            decoding: probe("", environment: [name: value]).questions, as: UTF8.self)
        #expect(!questions.contains("\u{1B}_G") && questions.hasSuffix("\u{1B}[c"))
        #expect(String(decoding: probe("").questions, as: UTF8.self).hasPrefix("\u{1B}_G"))
    }

    @Test(
        "the ground is light or dark by its color, in one to four digits a component",
        arguments: [
            ("rgb:ffff/ffff/ffff", true), ("rgb:0000/0000/0000", false), ("rgb:f/f/e", true),
            ("rgb:1c1c/1e1e/2222", false), ("rgb:fff/000/000", false), ("rgb:zz/zz/zz", nil),
            ("rgb:1/2", nil),
        ])
    func ground(color: String, isLight: Bool?) {
        for end in ["\u{7}", "\u{1B}\\"] {
            #expect(probe("\u{1B}]11;\(color)\(end)\u{1B}[?62;c").hasLightGround == isLight)
        }
    }

    @Test("terminals without images are not asked", arguments: ["dumb", "linux", nil])
    func notAsked(term: String?) {
        #expect(!TerminalProbe.isWorthAsking { $0 == "TERM" ? term : nil })
        #expect(TerminalProbe.isWorthAsking { $0 == "TERM" ? "xterm-256color" : nil })
    }
}
