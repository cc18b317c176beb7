import FleetTestSupport
import Testing

@Suite("The browser's events pane lists the changes in the feed", .slots)
struct BrowseEventTests {
    private func feed(isReserved: Bool) -> String {
        """
        {"vehicles":[{"id":"V-1","lat":59.9,"lng":10.75,"is_reserved":\(isReserved),\
        "is_disabled":false}]}
        """
    }

    @Test("a change in the feed becomes an event of its vehicle")
    func event() async throws {
        let home = try await FleetHome.town(feed(isReserved: false), ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "events", "--interval", "0.1")
        try await screen.waitUntil("Events · since ", "No events yet.")
        try home.write(feed(isReserved: true), to: "feed.json")
        try await screen.waitUntil("◐ reserved        V-1 ", "reserved · observed")
    }
}
