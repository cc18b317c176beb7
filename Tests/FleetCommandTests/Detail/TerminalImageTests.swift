import Foundation
import Testing

@Suite("A terminal that shows images is shown one", .slots)
struct TerminalImageTests {
    /// What the program writes to a terminal that gives these answers.
    private func detail(_ arguments: String..., answers: String) async throws -> String {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        return try await AnsweringTerminal(
            home, ["detail", "DCS-FEO", "--source", "feed.json"] + arguments, answers: answers,
            on: Terminal()
        ).text()
    }

    @Test(
        "kitty, iTerm2 and sixel, each by what the terminal answers",
        arguments: [
            (AnsweringTerminal.kitty, "\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"),
            ("\u{1B}P>|iTerm2 3.5\u{1B}\\\u{1B}[?62;4c", "\u{1B}]1337;File=inline=1;size="),
            ("\u{1B}[?62;4c", "\u{1B}P0;1;0q\"1;1;232;232#0;2;100;100;100#1;2;0;0;0"),
        ])
    func images(answers: String, start: String) async throws {
        let text = try await detail(answers: answers)
        #expect(text.contains(start))
        #expect(!text.contains("▀"))
    }

    @Test("a terminal without images gets characters, and so does who asks for them")
    func characters() async throws {
        #expect(try await detail(answers: "\u{1B}[?62;c").contains("▀"))
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        for wish in [["--graphics", "none"], ["--art", "half"], ["--ansi", "never"]] {
            let outcome = try await home.start(
                ["detail", "DCS-FEO", "--source", "feed.json"] + wish,
                environment: ["TERM": "xterm-256color"], on: try Terminal()
            ).outcome().succeeded()
            #expect(outcome.text.contains("▀") && !outcome.text.contains("\u{1B}[c"))
        }
    }

    @Test("nothing is asked where the standard input or output is no terminal")
    func pipes() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        let arguments = ["detail", "DCS-FEO", "--source", "feed.json", "--graphics", "sixel"]
        for terminal in [nil, try Terminal()] {
            let outcome = try await home.start(
                arguments, environment: ["TERM": "xterm-kitty"], on: terminal
            ).outcome().succeeded()
            #expect(!outcome.text.contains("\u{1B}[c") && !outcome.text.contains("\u{1B}P"))
        }
    }
}
