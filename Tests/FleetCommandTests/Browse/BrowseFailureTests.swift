import FleetTestSupport
import Testing

@Suite("The browser shows a failure above the data that it still has", .slots)
struct BrowseFailureTests {
    /// Server that fails from the second request until request `recovery`.
    private static func server(failingUntil recovery: Int) throws -> TestServer {
        try TestServer { number, _ in
            number == 1 || number >= recovery
                ? .text(Feeds.longLived("A", "B", "C")) : .status("500 Internal Server Error")
        }
    }

    @Test("a server error is shown with a countdown above a usable list")
    func serverError() async throws {
        let isRepaired = Observed(false)
        let server = try TestServer { number, _ in
            number == 1 || isRepaired.value
                ? .text(Feeds.longLived("A", "B", "C")) : .status("500 Internal Server Error")
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.waitUntil("● live", "▶ A")
        try await screen.press("r")
        try await screen.waitUntil(
            "▲ failed", "╭─ ▲ Internal server error ─", "HTTP status 500", "next attempt in ",
            "▶ A", "  B", "  C")
        try await screen.press("Down")
        try await screen.waitUntil("▶ B")
        var last = 0
        try await screen.waitUntil("a lower count") { rows in
            let seconds = Self.seconds(in: rows) ?? 0
            defer { last = seconds }
            return seconds < last && seconds > 0
        }
        isRepaired.change { $0 = true }
        try await screen.press("r")
        try await screen.waitUntil("● live", "▶ B")
        try await screen.waitUntilGone("Internal server error")
    }

    /// Returns the seconds of the countdown.
    private static func seconds(in rows: [String]) -> Int? {
        rows.lazy.compactMap { $0.firstMatch(of: /next attempt in (\d+) s/) }.first.flatMap {
            Int($0.1)
        }
    }

    @Test("a refused connection is a banner above the stored list")
    func refused() async throws {
        let home = try FleetHome()
        var server: TestServer? = try TestServer { _, _ in .text(Feeds.vehicles("A", "B")) }
        let address = try #require(server?.address())
        try await home.run("refresh", "--source", address).succeeded()
        try await home.ageRequests()
        server = nil
        let screen = try await TmuxScreen(home, "browse", "--source", address)
        let rows = try await screen.waitUntil("⇄ No connection: ", "next attempt in ", "▶ A", "  B")
        #expect(rows[2] == " ⇄ No connection: connection refused")
        #expect(rows[3].hasPrefix("   next attempt in "))
        #expect(rows[5].hasPrefix("▶ A"))
    }

    @Test("with nothing stored, the whole screen shows the failure and what to do")
    func nothingStored() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "http://127.0.0.1:1/feed.json")
        try await screen.waitUntil(
            "⇄ No connection", "connection refused",
            "check that the service is running and that the port is correct", "r retries now")
        try await screen.press("q")
        try await screen.expectExit(0)
    }

    @Test("with --no-retry the browser stops some time after an error, and r restarts it")
    func stopped() async throws {
        let server = try Self.server(failingUntil: 3)
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", server.address(), "--no-retry")
        try await screen.waitUntil("● live", "▶ A")
        try await screen.press("r")
        try await screen.waitUntil("▲ failed", "Internal server error", "stopping in ")
        try await screen.waitUntil(
            "■ stopped", "Internal server error", "stopped; r restarts", "▶ A")
        let failed = try #require(server.requests.last?.endedAt)
        // The screen may show it late but never early.
        #expect(TestServer.now - failed > 4.5)
        #expect(server.requests.count == 2)
        try await screen.press("r")
        try await screen.waitUntil("● live", "▶ A")
        try await screen.waitUntilGone("Internal server error")
        #expect(server.requests.count == 3)
    }
}
