import Foundation
import Testing

@Suite("A terminal sees a table, a pipe sees data", .slots)
struct TerminalTests {
    private func list(
        _ arguments: String..., environment: [String: String?] = [:], columns: UInt16 = 80
    ) async throws -> Outcome {
        let home = try FleetHome()
        let terminal = try Terminal(columns: columns)
        let program = try home.start(
            ["list", "--source", Feeds.still] + arguments,
            environment: environment.merging(["FLEET_NOW": "2026-01-31T12:00:00Z"]) { old, _ in old
            },
            on: terminal)
        return await program.outcome().succeeded()
    }

    private static let escape = "\u{1B}["

    @Test("on a terminal the header stands above the table, in color")
    func terminal() async throws {
        let list = try await list()
        #expect(list.text.contains(Self.escape))
        #expect(
            list.lines.first?.contains("20 of 20 vehicles") == true
                || list.lines[1].contains("20 of 20"))
        #expect(list.text.contains("(simulated)"))
    }

    @Test("on a terminal a service that is slow to answer is told of, and the word removed")
    func progress() async throws {
        let word = "waiting for an answer"
        let isTold = DispatchSemaphore(value: 0)
        let server = try FeedServer { number, _ in
            if number == 1 { _ = isTold.wait(timeout: .now() + Program.patience) }
            return .text(Feeds.vehicles("A"), after: number == 1 ? 0 : 0.8)
        }
        let home = try FleetHome()
        let program = try home.start(["list", "--source", server.address()], on: try Terminal())
        await program.until { $0.text.contains(word) }
        isTold.signal()
        let list = await program.outcome().succeeded()
        let parts = list.text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(parts.dropFirst().first.map(String.init) == word)
        #expect(parts.last?.contains("1 of 1 vehicles") == true)
        let piped = try await home.run("list", "--source", server.address("/other")).succeeded()
        #expect(!piped.talk.contains("waiting"))
    }

    @Test("in a pipe the header is talk, and nothing is colored")
    func pipe() async throws {
        let list = try await FleetHome().run("list", "--source", Feeds.still).succeeded()
        #expect(list.lines.count == 21)
        #expect(list.lines[0].hasPrefix("ID "))
        #expect(list.talk.contains("(simulated) · 20 of 20 vehicles"))
        #expect(!list.text.contains("\u{1B}") && !list.talk.contains("\u{1B}"))
    }

    @Test("NO_COLOR and --ansi never take the color away, an empty NO_COLOR does not")
    func noColor() async throws {
        #expect(!(try await list(environment: ["NO_COLOR": "1"]).text.contains(Self.escape)))
        #expect(!(try await list("--ansi", "never").text.contains(Self.escape)))
        #expect(try await list(environment: ["NO_COLOR": ""]).text.contains(Self.escape))
        #expect(
            try await list("--ansi", "always", environment: ["NO_COLOR": "1"]).text.contains(
                Self.escape))
    }

    @Test("--ansi always colors in a pipe too")
    func always() async throws {
        let list = try await FleetHome()
            .run("list", "--source", Feeds.still, "--ansi", "always").succeeded()
        #expect(list.text.contains(Self.escape))
    }

    @Test("no line is wider than the terminal", arguments: [10, 20, 40, 79, 80, 200] as [UInt16])
    func width(columns: UInt16) async throws {
        let list = try await list("--ansi", "never", columns: columns)
        #expect(!list.lines.isEmpty)
        for line in list.lines { #expect(line.count <= Int(columns), "\(line)") }
    }
}
