import Foundation
import Testing

@Suite("The browser refreshes as a person asks, one request at a time", .serialized, .slots)
struct BrowseRefreshTests {
    @Test("many r at once leave no two requests in flight, and end with the list")
    func storm() async throws {
        let server = try FeedServer { _, _ in .text(Feeds.lasting("A", "B"), after: 0.2) }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.until("● live", "▶ A")
        let end = Date(timeIntervalSinceNow: TmuxScreen.patience)
        var typed = 0
        while server.requests.count < 4 {
            try #require(Date() < end, "\(server.requests.count) requests in time")
            try await screen.type(String(repeating: "r", count: 25))
            typed += 25
        }
        try await screen.until("● live", "refreshed: nothing changed", "▶ A")
        await server.untilDone()
        #expect(server.overlaps.isEmpty)
        #expect(server.requests.count < typed / 2)
        try await screen.press("q")
        try await screen.ends(0)
    }

    @Test("r gives up the request in flight before it makes another")
    func renewal() async throws {
        let server = try FeedServer { number, _ in
            .text(Feeds.lasting("A"), after: number == 1 ? 30 : 0)
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.until("◌ reading", "no vehicles yet")
        try await screen.wait(for: "a request") { server.requests.count >= 1 }
        try await screen.press("r")
        try await screen.until("● live", "▶ A")
        await server.untilDone()
        #expect(server.requests.map(\.isAborted) == [true, false])
        #expect(server.overlaps.isEmpty)
    }

    @Test("a second browser follows the first without a request of its own, and takes over from it")
    func succession() async throws {
        let home = try FleetHome()
        let server = try FeedServer { number, _ in
            .text(number == 1 ? Feeds.lasting("A", "B") : Feeds.lasting("A", "B", "C"), after: 0.2)
        }
        let first = try await TmuxScreen(home, "browse", "--source", server.address())
        let second = try await TmuxScreen(home, "browse", "--source", server.address())
        for screen in [first, second] { try await screen.until("● live", "2 of 2 vehicles") }
        #expect(server.requests.count == 1)
        try await second.press("r")
        for screen in [first, second] { try await screen.until("● live", "3 of 3 vehicles") }
        #expect(server.requests.count == 2)
        try await first.press("q")
        try await first.ends(0)
        try await home.untilThereIs(".sock")
        try await home.age()
        try await second.press("r")
        try await second.wait(for: "a third request") { server.requests.count >= 3 }
        try await second.until("● live", "refreshed: nothing changed")
        #expect(server.overlaps.isEmpty)
        try await second.press("q")
        try await second.ends(0)
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("r is not lost at the moment when the first browser has gone and the second is to follow")
    func handover() async throws {
        let home = try FleetHome()
        let server = try FeedServer { _, _ in .text(Feeds.lasting("A", "B")) }
        let first = try await TmuxScreen(home, "browse", "--source", server.address())
        try await first.until("● live", "▶ A")
        let second = try await TmuxScreen(home, "browse", "--source", server.address())
        try await second.until("● live", "▶ A")
        try await home.age()
        try await first.press("q")
        let end = Date(timeIntervalSinceNow: TmuxScreen.patience)
        // The second has a socket soon: who looks too late for the moment without sees the first end.
        while try home.files.contains(where: { $0.hasSuffix(".sock") }),
            try await !first.rows.contains(where: { $0.hasPrefix("ended 0") })
        {
            try #require(Date() < end, "the first browser stays")
        }
        try await second.press("r")
        try await second.wait(for: "a second request") { server.requests.count >= 2 }
    }
}
