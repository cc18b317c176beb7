import FleetTestSupport
import Testing

@Suite("The browser edits notes and favorites like the commands", .slots)
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
        try await screen.waitUntil("✎ added note 1 about A-1", "note 1", "Brake’s loose")
        let list = try await home.run("note", "list", "--format", "json").succeeded()
        let note = try await Tool.jq(
            ".notes[] | [.note, .vehicle_id, .text, .lat, .lon, .seen_at]", list.data)
        #expect(note == [#"[1,"A-1","Brake’s loose",59.9,10.7,"2026-01-31T12:00:00Z"]"#])
        try await home.run("note", "add", "B-2", "by command\nin two lines").succeeded()
        try await screen.press("n")
        try await screen.waitUntil(" Notes · 2 ", "B-2", "by command +1", "in two lines")
        try await screen.type("d")
        try await screen.waitUntil("press d again to remove note 2 about B-2")
        try await screen.type("d")
        try await screen.waitUntil("removed note 2", " Notes · 1 ")
        #expect(try await !home.run("note").text.contains("B-2"))
    }

    @Test("a note is shown with its photos")
    func photos() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "A-1", "bent", "--photo", photos.photo(1))
            .succeeded()
        let screen = try await TmuxScreen(photos.home, "browse", "notes")
        try await screen.waitUntil("bent · 1 photo", "photo 1: jpeg 40×30, ")
    }

    @Test(
        "a warning that IDs may rotate is shown once and in full, with the saved change",
        arguments: [("*", "★ added A-1 to favorites"), ("aflat\n", "✎ added note 1 about A-1")])
    func unknown(_ keys: String, _ message: String) async throws {
        let home = try await FleetHome.town(Self.feed, [])
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.waitUntil("─ A-1 ─", "location")
        try await screen.type(keys)
        let warning =
            message + "; warning: vehicle IDs of town may rotate after trips; if they do not, "
            + "run `fleet source edit town --ids stable`"
        try await screen.waitUntil("the whole warning") { rows in
            rows.flatMap { $0.split(separator: " ") }.joined(separator: " ").contains(warning)
        }
        try await screen.type("*")
        try await screen.waitUntil(
            keys == "*" ? "removed A-1 from favorites" : "★ added A-1 to favorites")
        try await screen.waitUntilGone("warning")
    }

    @Test("each * toggles the favorite, however fast it is typed")
    func favorites() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.waitUntil("─ A-1 ─", "location")
        try await screen.type("****")
        try await screen.waitUntil("removed A-1 from favorites")
        try await screen.type("qq")
        try await screen.expectExit(0)
        #expect(try await home.run("favorite", "list").succeeded().text.isEmpty)
    }

    @Test("* removes a missing favorite and is an error for any other unknown ID")
    func missingFavorite() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("favorite", "add", "C-3", "B-2", "--unseen").succeeded()
        let screen = try await TmuxScreen(home, "browse", "vehicle/C-3")
        try await screen.waitUntil("─ ★ C-3 ─", "This favorite is missing from the feed.")
        try await screen.type("*")
        try await screen.waitUntil("removed C-3 from favorites", "No vehicle has this ID.")
        try await screen.type("*")
        try await screen.waitUntil("no vehicle or favorite has the ID C-3")
        try await screen.type("qq")
        try await screen.expectExit(0)
        let list = try await home.run("favorite", "list", "--format", "json").succeeded()
        #expect(try await Tool.jq(".favorites[].vehicle_id", list.data) == ["B-2"])
    }

    @Test("a favorite that has left the feed is shown as it was last seen")
    func goneFavorite() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("favorite", "add", "A-1").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"}]}"#, to: "feed.json")
        try await home.run("refresh").succeeded()
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.waitUntil("─ ★ A-1  missing; last known data ", "location")
        try await screen.type("*")
        try await screen.waitUntil("removed A-1 from favorites")
        try await screen.type("*")
        try await screen.waitUntil("★ added A-1 to favorites")
        try await screen.type("qq")
        try await screen.expectExit(0)
    }

    @Test("rotating IDs are rejected with the message of the command, and nothing is saved")
    func rotating() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "rotating"])
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.waitUntil("─ A-1 ─", "location")
        try await screen.type("ax")
        try await screen.waitUntil(" note about A-1: x")
        try await screen.press("Enter")
        try await screen.waitUntil("vehicle IDs of town rotate")
        #expect(try await home.run("note").text.isEmpty)
    }

    @Test("`fleet browse notes` opens the notes")
    func notesScreen() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "here").succeeded()
        let screen = try await TmuxScreen(home, "browse", "notes")
        try await screen.waitUntil(" Notes · 1 ", "▶ A-1", "here")
        try await screen.press("Enter")
        try await screen.waitUntil("─ A-1 ─", "note 1")
    }

    @Test("a note is a mark on the map that keys can select and N hides")
    func map() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "left here").succeeded()
        let screen = try await TmuxScreen(home, "browse", "map")
        try await screen.waitUntil("✎", "1 of 1 vehicle in view")
        try await screen.press("Tab", "Tab")
        try await screen.waitUntil("✎ A-1 · ", " · left here")
        try await screen.type("N")
        try await screen.waitUntilGone("✎")
        try await screen.type("N")
        try await screen.waitUntil("✎")
        try await screen.press("Tab", "Tab", "Enter")
        try await screen.waitUntil(" Notes · 1 ", "▶ A-1")
    }
}
