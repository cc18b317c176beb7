import Testing

@Suite("The browser shows what went wrong over what is still good", .slots)
struct BrowseFailureTests {
    /// Answers once, then fails, and answers again from a request on.
    private static func server(failingUntil number: Int) throws -> FeedServer {
        try FeedServer { asked, _ in
            asked == 1 || asked >= number
                ? .text(Feeds.lasting("A", "B", "C")) : .status("500 Internal Server Error")
        }
    }

    @Test("an error of the server stands over a list that can be used, with a countdown")
    func serverError() async throws {
        let isMended = Observed(false)
        let server = try FeedServer { asked, _ in
            asked == 1 || isMended.value
                ? .text(Feeds.lasting("A", "B", "C")) : .status("500 Internal Server Error")
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.until("● live", "▶ A")
        try await screen.press("r")
        try await screen.until(
            "▲ failed", "╭─ ▲ Internal server error ─", "HTTP status 500", "trying again in ",
            "▶ A", "  B", "  C")
        try await screen.press("Down")
        try await screen.until("▶ B")
        var last = 0
        try await screen.until("a lower count") { rows in
            let seconds = Self.seconds(in: rows) ?? 0
            defer { last = seconds }
            return seconds < last && seconds > 0
        }
        isMended.change { $0 = true }
        try await screen.press("r")
        try await screen.until("● live", "▶ B")
        try await screen.untilGone("Internal server error")
    }

    /// What the countdown says.
    private static func seconds(in rows: [String]) -> Int? {
        rows.lazy.compactMap { $0.firstMatch(of: /trying again in (\d+) s/) }.first.flatMap {
            Int($0.1)
        }
    }

    @Test("a refused connection is a banner over the list that is stored")
    func refused() async throws {
        let home = try FleetHome()
        var server: FeedServer? = try FeedServer { _, _ in .text(Feeds.vehicles("A", "B")) }
        let address = try #require(server?.address())
        try await home.run("refresh", "--source", address).succeeded()
        try await home.age()
        server = nil
        let screen = try await TmuxScreen(home, "browse", "--source", address)
        let rows = try await screen.until("⇄ No connection: ", "trying again in ", "▶ A", "  B")
        #expect(rows[2] == " ⇄ No connection: connection refused")
        #expect(rows[3].hasPrefix("   trying again in "))
        #expect(rows[5].hasPrefix("▶ A"))
    }

    @Test("with nothing stored the whole screen says what is wrong and what can be done")
    func nothingStored() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "http://127.0.0.1:1/feed.json")
        try await screen.until(
            "⇄ No connection", "connection refused",
            "check that the service runs and that the port is right", "r tries now")
        try await screen.press("q")
        try await screen.ends(0)
    }

    @Test("with --no-retry it stops a while after an error, until r")
    func stopped() async throws {
        let server = try Self.server(failingUntil: 3)
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", server.address(), "--no-retry")
        try await screen.until("● live", "▶ A")
        try await screen.press("r")
        try await screen.until("▲ failed", "Internal server error", "stopping in ")
        try await screen.until(
            "■ stopped", "Internal server error", "stopped: r or a pull begins anew", "▶ A")
        let failed = try #require(server.requests.last?.ended)
        // It is seen later than it is, never earlier.
        #expect(FeedServer.now - failed > 4.5)
        #expect(server.requests.count == 2)
        try await screen.press("r")
        try await screen.until("● live", "▶ A")
        try await screen.untilGone("Internal server error")
        #expect(server.requests.count == 3)
    }
}
