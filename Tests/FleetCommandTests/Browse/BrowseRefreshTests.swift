import FleetTestSupport
import Testing

@Suite("The browser refreshes on demand, with one request at a time", .slots)
struct BrowseRefreshTests {
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
        await server.waitUntilIdle()
        try await second.waitUntil("● live", "3 of 3 vehicles")
        #expect(await server.overlaps.isEmpty)
        try await second.press("q")
        try await second.expectExit(0)
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }
}
