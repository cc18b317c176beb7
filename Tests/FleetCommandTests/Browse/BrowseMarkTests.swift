import FleetTestSupport
import Testing

@Suite("Marked vehicles and commands of the browser", .slots)
struct BrowseMarkTests {
    private static let feed = """
        {"vehicles":[{"id":"A-1","color":"red"},{"id":"B-2","color":"blue"},{"id":"C-3"}]}
        """

    @Test("labels, an export and favorites are those of the marked vehicles")
    func marked() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse")
        try await screen.waitUntil("▶ A-1", "● live")
        try await screen.type(" V")
        try await screen.press("Down", "Escape")
        try await screen.waitUntil("+ 3 marked")
        try await screen.press("Up", "Up")
        try await screen.type(" p")
        try await screen.waitUntil(":labels labels.pdf", "+ 2 marked")
        try await screen.press("Enter")
        try await home.waitForFile(endingWith: "labels.pdf")
        try await screen.type(":export out.csv")
        try await screen.press("Enter")
        try await screen.waitUntil("wrote 2 vehicles to out.csv")
        try await screen.type("*")
        try await screen.waitUntil("★ added 2 favorites")
        try await screen.type("u")
        try await screen.waitUntil("undone: removed 2 favorites")
        try await screen.press("Escape")
        try await screen.waitUntilGone("marked")
        try await screen.press("q")
        try await screen.expectExit(0)
    }

    @Test("chosen columns are those of the next start, and Tab completes a command")
    func columns() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse")
        try await screen.waitUntil("▶ A-1", "state", "color")
        try await screen.type(":colu")
        try await screen.press("Tab")
        try await screen.type(" color,state")
        try await screen.press("Enter")
        try await screen.waitUntil("id ▲    color")
        try await screen.press("q")
        try await screen.expectExit(0)
        let next = try await TmuxScreen(home, "browse")
        try await next.waitUntil("▶ A-1", "id ▲    color")
    }
}
