import Testing

@Suite("The browser's events pane tells what the feed brings", .slots)
struct BrowseEventTests {
    private func feed(_ codes: [String], reserved: String = "") -> String {
        let vehicles = codes.enumerated().map { place, code in
            """
            {"id":"\(code)","lat":\(59.9 + Double(place) / 100),"lng":10.75,\
            "is_reserved":\(code == reserved),"is_disabled":false}
            """
        }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    @Test("events come while the pane is open, and go on to be gathered while it is not")
    func events() async throws {
        let codes = (0..<12).map { "V-\($0)" }
        let home = try await FleetHome.town(feed(codes), ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "events", "--interval", "0.1")
        try await screen.until("Events · since ", "Nothing has happened yet.", "● live")
        try home.write(feed(codes, reserved: "V-3"), to: "feed.json")
        try await screen.until("◐ reserved        V-3 ", "reserved · observed")
        try await screen.press("Escape")
        try await screen.until("▶ V-0")
        try home.write(feed(codes.dropLast(), reserved: "V-3"), to: "feed.json")
        try await screen.until(" 11 of 11 vehicles")
        try await screen.type("e")
        let rows = try await screen.until("− disappeared     V-11", "◐ reserved        V-3 ")
        let places = ["disappeared", "reserved  "].map { word in
            rows.firstIndex { $0.contains(word) }
        }
        #expect(places == [3, 4])
        try await screen.press("Down", "Enter")
        try await screen.until("─ V-3 ─")
    }

    @Test("the simulation makes events, each of which opens its vehicle")
    func simulation() async throws {
        // So many vehicles that there is no quiet moment, whatever the hour.
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "events", "--source",
            "sim://demo?vehicles=2000&max_interval=0.2")
        try await screen.until("observed")
        // Lines that stand still; a gap, which opens nothing, may be the newest.
        try await screen.press("Space")
        let rows = try await screen.until("paused, ", "observed")
        let row = try #require(rows.firstIndex { $0.contains("observed") })
        let code = try #require(rows[row].firstMatch(of: /[A-Z]{3}-[A-Z]{3}/)).output
        for _ in 0..<max(0, row - 3) { try await screen.press("Down") }
        try await screen.press("Enter")
        try await screen.until("─ \(code) ─", "p PNG")
    }
}
