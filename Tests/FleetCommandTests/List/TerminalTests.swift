import FleetTestSupport
import Foundation
import Testing

@Suite("Lists are colored on a terminal and plain in a pipe", .slots)
struct TerminalTests {
    private func list(
        _ arguments: String..., environment: [String: String?] = [:], columns: UInt16 = 80
    ) async throws -> Outcome {
        let home = try FleetHome()
        let terminal = try Terminal(columns: columns)
        let program = try home.start(
            ["list", "--source", Feeds.frozen] + arguments,
            environment: environment.merging(["FLEET_NOW": "2026-01-31T12:00:00Z"]) { old, _ in old
            },
            on: terminal)
        return await program.outcome().succeeded()
    }

    private static let escape = "\u{1B}["

    @Test("On a terminal a colored header precedes the table")
    func terminal() async throws {
        let list = try await list()
        #expect(list.text.contains(Self.escape))
        #expect(
            list.lines.first?.contains("20 of 20 vehicles") == true
                || list.lines[1].contains("20 of 20"))
        #expect(list.text.contains("(simulated)"))
    }

    @Test("On a terminal a slow service shows a progress message, which is then erased")
    func progress() async throws {
        let message = "waiting for a response"
        let isShown = DispatchSemaphore(value: 0)
        let server = try TestServer { number, _ in
            if number == 1 { _ = isShown.wait(timeout: .now() + Deadline.seconds) }
            return .text(Feeds.vehicles("A"), after: number == 1 ? 0 : 0.8)
        }
        let home = try FleetHome()
        let program = try home.start(["list", "--source", server.address()], on: try Terminal())
        await program.waitUntil { $0.text.contains(message) }
        isShown.signal()
        let list = await program.outcome().succeeded()
        let parts = list.text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(parts.dropFirst().first.map(String.init) == message)
        #expect(parts.last?.contains("1 of 1 vehicles") == true)
        let piped = try await home.run("list", "--source", server.address("/other")).succeeded()
        #expect(!piped.errorText.contains("waiting"))
    }

    @Test("In a pipe the header is on standard error, and nothing is colored")
    func pipe() async throws {
        let list = try await FleetHome().runProgram("list", "--source", Feeds.frozen).succeeded()
        #expect(list.lines.count == 21)
        #expect(list.lines[0].hasPrefix("ID "))
        #expect(list.errorText.contains("(simulated) · 20 of 20 vehicles"))
        #expect(!list.text.contains("\u{1B}") && !list.errorText.contains("\u{1B}"))
    }

    @Test("NO_COLOR and `--ansi never` disable color, an empty NO_COLOR does not")
    func noColor() async throws {
        #expect(!(try await list(environment: ["NO_COLOR": "1"]).text.contains(Self.escape)))
        #expect(!(try await list("--ansi", "never").text.contains(Self.escape)))
        #expect(try await list(environment: ["NO_COLOR": ""]).text.contains(Self.escape))
        #expect(
            try await list("--ansi", "always", environment: ["NO_COLOR": "1"]).text.contains(
                Self.escape))
    }

    @Test("`--ansi always` colors in a pipe too")
    func always() async throws {
        let list = try await FleetHome()
            .run("list", "--source", Feeds.frozen, "--ansi", "always").succeeded()
        #expect(list.text.contains(Self.escape))
    }

    @Test("No line is wider than the terminal", arguments: [10, 20, 40, 79, 80, 200] as [UInt16])
    func width(columns: UInt16) async throws {
        let list = try await list("--ansi", "never", columns: columns)
        #expect(!list.lines.isEmpty)
        for line in list.lines { #expect(line.count <= Int(columns), "\(line)") }
    }
}
