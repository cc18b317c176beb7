import FleetTestSupport
import Testing

@Suite("The browser refreshes on demand, with one request at a time", .slots)
struct BrowseRefreshTests {
    @Test("pressing r many times never causes overlapping requests and ends with the list")
    func storm() async throws {
        let server = try TestServer { _, _ in .text(Feeds.longLived("A", "B"), after: 0.2) }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.waitUntil("● live", "▶ A")
        var typed = 0
        try await waitUntil("four requests") {
            try await screen.type(String(repeating: "r", count: 25))
            typed += 25
            return server.requests.count >= 4
        }
        try await screen.waitUntil("● live", "refreshed: nothing changed", "▶ A")
        await server.waitUntilIdle()
        #expect(server.overlaps.isEmpty)
        #expect(server.requests.count < typed / 2)
        try await screen.press("q")
        try await screen.expectExit(0)
    }

    @Test("r cancels the request in flight before it sends another")
    func cancellation() async throws {
        let server = try TestServer { number, _ in
            .text(Feeds.longLived("A"), after: number == 1 ? 30 : 0)
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.waitUntil("◌ loading", "no vehicles yet")
        try await screen.wait(for: "a request") { server.requests.count >= 1 }
        try await screen.press("r")
        try await screen.waitUntil("● live", "▶ A")
        await server.waitUntilIdle()
        #expect(server.requests.map(\.isAborted) == [true, false])
        #expect(server.overlaps.isEmpty)
    }

    @Test("a second browser follows the first without requests and takes over when it exits")
    func succession() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            .text(
                number == 1 ? Feeds.longLived("A", "B") : Feeds.longLived("A", "B", "C"), after: 0.2
            )
        }
        let first = try await TmuxScreen(home, "browse", "--source", server.address())
        let second = try await TmuxScreen(home, "browse", "--source", server.address())
        for screen in [first, second] { try await screen.waitUntil("● live", "2 of 2 vehicles") }
        #expect(server.requests.count == 1)
        try await second.press("r")
        for screen in [first, second] { try await screen.waitUntil("● live", "3 of 3 vehicles") }
        #expect(server.requests.count == 2)
        try await first.press("q")
        try await first.expectExit(0)
        try await home.waitForFile(endingWith: ".sock")
        try await home.ageRequests()
        try await second.press("r")
        try await second.wait(for: "a third request") { server.requests.count >= 3 }
        try await second.waitUntil("● live", "refreshed: nothing changed")
        #expect(server.overlaps.isEmpty)
        try await second.press("q")
        try await second.expectExit(0)
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("r is not lost while the second browser takes over from the first")
    func handover() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.longLived("A", "B")) }
        let first = try await TmuxScreen(home, "browse", "--source", server.address())
        try await first.waitUntil("● live", "▶ A")
        let second = try await TmuxScreen(home, "browse", "--source", server.address())
        try await second.waitUntil("● live", "▶ A")
        try await home.ageRequests()
        try await first.press("q")
        let deadline = Deadline("the end of the first browser")
        // If this loop misses the moment without a socket, it ends when the first browser exits.
        while try home.files.contains(where: { $0.hasSuffix(".sock") }),
            try await !first.rows.contains(where: { $0.hasPrefix("ended 0") })
        {
            try deadline.check()
        }
        try await second.press("r")
        try await second.wait(for: "a second request") { server.requests.count >= 2 }
    }
}
