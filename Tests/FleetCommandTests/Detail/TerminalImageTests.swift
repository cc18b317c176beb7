import FleetTestSupport
import Foundation
import Testing

@Suite("A terminal that can show images gets one", .slots)
struct TerminalImageTests {
    /// Returns the output of the program on a terminal with these replies.
    private func detail(_ arguments: String..., replies: String) async throws -> String {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        return try await TerminalProgram(
            home, ["detail", "DCS-FEO", "--source", "feed.json"] + arguments,
            on: Terminal(replies: replies)
        ).text()
    }

    @Test(
        "the replies of the terminal select kitty, iTerm2 or sixel images",
        arguments: [
            (TerminalProgram.kittyReplies, "\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"),
            ("\u{1B}P>|iTerm2 3.5\u{1B}\\\u{1B}[?62;4c", "\u{1B}]1337;File=inline=1;size="),
            ("\u{1B}[?62;4c", "\u{1B}P0;1;0q\"1;1;232;232#0;2;100;100;100#1;2;0;0;0"),
        ])
    func images(replies: String, start: String) async throws {
        let text = try await detail(replies: replies)
        #expect(text.contains(start))
        #expect(!text.contains("▀"))
    }

    @Test("characters are used in a terminal without images, and on request")
    func characters() async throws {
        #expect(try await detail(replies: "\u{1B}[?62;c").contains("▀"))
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        for options in [["--graphics", "none"], ["--art", "half"], ["--ansi", "never"]] {
            let outcome = try await home.start(
                ["detail", "DCS-FEO", "--source", "feed.json"] + options,
                environment: ["TERM": "xterm-256color"], on: try Terminal()
            ).outcome().succeeded()
            #expect(outcome.text.contains("▀") && !outcome.text.contains("\u{1B}[c"))
        }
    }

    @Test("nothing is queried unless standard input and output are terminals")
    func pipes() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        let arguments = ["detail", "DCS-FEO", "--source", "feed.json", "--graphics", "sixel"]
        for terminal in [nil, try Terminal()] {
            let outcome = try await home.start(
                arguments, environment: ["TERM": "xterm-256color"], on: terminal
            ).outcome().succeeded()
            #expect(!outcome.text.contains("\u{1B}[c") && !outcome.text.contains("\u{1B}P"))
        }
    }
}
