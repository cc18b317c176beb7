import FleetTestSupport
import Testing

@Suite("The browser's events pane lists the changes in the feed", .slots)
struct BrowseEventTests {
    private func feed(_ ids: [String], reserved: String = "") -> String {
        let vehicles = ids.enumerated().map { index, id in
            """
            {"id":"\(id)","lat":\(59.9 + Double(index) / 100),"lng":10.75,\
            "is_reserved":\(id == reserved),"is_disabled":false}
            """
        }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    @Test("events appear while the pane is open and are collected while it is closed")
    func events() async throws {
        let ids = (0..<12).map { "V-\($0)" }
        let home = try await FleetHome.town(feed(ids), ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "events", "--interval", "0.1")
        try await screen.waitUntil("Events · since ", "No events yet.", "● live")
        try home.write(feed(ids, reserved: "V-3"), to: "feed.json")
        try await screen.waitUntil("◐ reserved        V-3 ", "reserved · observed")
        try await screen.press("Escape")
        try await screen.waitUntil("▶ V-0")
        try home.write(feed(ids.dropLast(), reserved: "V-3"), to: "feed.json")
        try await screen.waitUntil(" 11 of 11 vehicles")
        try await screen.type("e")
        let rows = try await screen.waitUntil("− disappeared     V-11", "◐ reserved        V-3 ")
        let eventRows = ["disappeared", "reserved  "].map { word in
            rows.firstIndex { $0.contains(word) }
        }
        #expect(eventRows == [3, 4])
        try await screen.press("Down", "Enter")
        try await screen.waitUntil("─ V-3 ─")
    }

    @Test("an event of the simulation opens its vehicle")
    func simulation() async throws {
        // With this many vehicles, something happens at any hour.
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "events", "--source",
            "sim://demo?vehicles=2000&max_interval=0.2")
        try await screen.waitUntil("observed")
        // A paused list does not move; its newest line may be a gap, which opens nothing.
        try await screen.press("Space")
        let rows = try await screen.waitUntil("paused, ", "observed")
        let row = try #require(rows.firstIndex { $0.contains("observed") })
        let id = try #require(rows[row].firstMatch(of: /[A-Z]{3}-[A-Z]{3}/)).output
        for _ in 0..<max(0, row - 3) { try await screen.press("Down") }
        try await screen.press("Enter")
        try await screen.waitUntil("─ \(id) ─", "p PNG")
    }
}
