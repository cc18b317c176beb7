import FleetTestSupport
import Testing

@Suite("A terminal shows a vehicle's QR code if it fits", .slots)
struct TerminalArtTests {
    private func detail(
        columns: UInt16, _ arguments: String..., environment: [String: String?] = [:]
    ) async throws -> Outcome {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        let program = try home.start(
            ["detail", "DCS-FEO", "--source", "feed.json"] + arguments, environment: environment,
            on: try Terminal(columns: columns))
        return await program.outcome().succeeded()
    }

    @Test("a symbol that is too wide is replaced by a hint to a smaller one")
    func narrow() async throws {
        let half = try await detail(columns: 20)
        #expect(
            half.text.contains(
                "the QR code needs 29 columns, the terminal has 20; write it to a file with `--qr FILE.png`"
            ))
        #expect(!half.text.contains("▀"))
        let full = try await detail(columns: 40, "--art", "full")
        #expect(
            full.text.contains(
                "needs 58 columns, the terminal has 40; use `--art half`, which is half as wide"))
    }

    @Test("a symbol fits into a terminal of exactly its width")
    func fitting() async throws {
        #expect(try await detail(columns: 29).text.contains("▀"))
        #expect(!(try await detail(columns: 28).text.contains("▀")))
    }

    @Test("it is beside the fields from 65 columns on, and above them if the end is out of view")
    func place() async throws {
        let beside = try await detail(columns: 80, "--ansi", "never").text
        let line = try #require(beside.split(separator: "\n").first)
        #expect(line.hasPrefix("id             DCS-FEO") && line.contains("█"))
        let stacked = try await detail(columns: 64, "--ansi", "never", "--no-pager").text
        let first = try #require(stacked.split(separator: "\n").first)
        #expect(first.hasPrefix("id             DCS-FEO") && !first.contains("█"))
    }

    @Test("a terminal without UTF-8 gets ASCII, and a code of spaces or ##")
    func ascii() async throws {
        let colored = try await detail(
            columns: 120, environment: ["LC_ALL": "C", "TERM": "xterm-256color"])
        #expect(colored.text.utf8.allSatisfy { $0 < 0x80 })
        #expect(colored.text.contains("\u{1B}[48;5;231m  "))
        let plain = try await detail(columns: 120, "--ansi", "never", environment: ["LC_ALL": "C"])
        #expect(plain.text.utf8.allSatisfy { $0 < 0x80 } && plain.text.contains("##"))
    }

    @Test("a symbol keeps its colors with NO_COLOR and loses them with --ansi never")
    func colors() async throws {
        #expect(
            try await detail(columns: 80, environment: ["NO_COLOR": "1"]).text.contains("48;5;231"))
        #expect(!(try await detail(columns: 80, "--ansi", "never").text.contains("\u{1B}")))
        #expect(!(try await detail(columns: 80, "--art", "none").text.contains("▀")))
    }

    @Test("a pipe gets plain half blocks")
    func pipe() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("DCS-FEO"), to: "feed.json")
        let detail = try await home.run("detail", "DCS-FEO", "--source", "feed.json").succeeded()
        #expect(detail.text.contains("▀"))
        #expect(!detail.text.contains("\u{1B}"))
    }
}
