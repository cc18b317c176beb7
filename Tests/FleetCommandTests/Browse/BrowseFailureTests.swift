import FleetRuntime
import FleetTestSupport
import Testing

@testable import fleet

@Suite("The browser shows a failure above the data that it still has", .slots)
struct BrowseFailureTests {
    @Test("a refused connection is a banner above the stored list")
    func refused() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.vehicles("A", "B")) }
        try await home.run("refresh", "--source", server.address()).succeeded()
        try await home.ageRequests()
        server.stop()
        await server.waitUntil { $0.isClosed }
        let screen = try await TmuxScreen(home, "browse", "--source", server.address())
        let rows = try await screen.waitUntil("⇄ No connection: ", "next attempt in ", "▶ A", "  B")
        #expect(rows[2] == " ⇄ No connection: connection refused")
        #expect(rows[3].hasPrefix("   next attempt in "))
        #expect(rows[5].hasPrefix("▶ A"))
    }

    @Test(
        "only --no-retry ends the retries",
        arguments: [([], true), (["--no-retry"], false)])
    func retries(options: [String], retries: Bool) throws {
        let command = try Fleet.namedCommand(of: ["browse"] + options)
        let browse = try #require(command as? BrowseCommand)
        #expect(browse.polling.policy == WatchPolicy(retries: retries))
    }
}
