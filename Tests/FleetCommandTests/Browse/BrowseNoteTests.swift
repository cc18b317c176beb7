import FleetTestSupport
import Testing

@Suite("The browser and the commands share their notes", .slots)
struct BrowseNoteTests {
    private static let feed = """
        {"vehicles":[{"id":"A-1","lat":59.9,"lng":10.7,"last_reported":1769860800},{"id":"B-2"}]}
        """

    @Test("the command lists a note of the browser, and the browser shows one of the command")
    func both() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "--interval", "0.2")
        try await screen.waitUntil("▶ A-1", "● live")
        try await screen.press("n")
        try await screen.waitUntil("No notes yet.", #"fleet note add ID "TEXT" --source town"#)
        try await screen.press("Escape", "Enter")
        try await screen.waitUntil("─ A-1 ─")
        try await screen.type("a")
        try await screen.waitUntil(" note about A-1: ")
        try await screen.type("Brake’s loose")
        try await screen.press("Enter")
        try await screen.waitUntil("note 1", "Brake’s loose")
        let list = try await home.run("note", "list", "--format", "json").succeeded()
        let note = try await Tool.jq(
            ".notes[] | [.note, .vehicle_id, .text, .lat, .lon, .seen_at]", list.data)
        #expect(note == [#"[1,"A-1","Brake’s loose",59.9,10.7,"2026-01-31T12:00:00Z"]"#])
        try await home.run("note", "add", "B-2", "by command\nin two lines").succeeded()
        try await screen.press("n")
        try await screen.waitUntil(" Notes · 2 ", "B-2", "by command +1", "in two lines")
        try await screen.type("dd")
        try await screen.waitUntil(" Notes · 1 ")
        #expect(try await !home.run("note").text.contains("B-2"))
    }
}
