import Testing

@Suite("Notes are kept from the browser as by commands", .slots)
struct BrowseNoteTests {
    private static let feed = """
        {"vehicles":[{"id":"A-1","lat":59.9,"lng":10.7,"last_reported":1769860800},{"id":"B-2"}]}
        """

    @Test("a note typed in the browser is listed by the command, and one of a command is shown")
    func both() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "--interval", "0.2")
        try await screen.until("▶ A-1", "● live")
        try await screen.press("n")
        try await screen.until("No notes yet.", #"fleet note add CODE "TEXT" --source town"#)
        try await screen.press("Escape", "Enter")
        try await screen.until("─ A-1 ─")
        try await screen.type("a")
        try await screen.until(" note about A-1: ")
        try await screen.type("Brake’s loose")
        try await screen.press("Enter")
        try await screen.until("✎ note 1 about A-1", "note 1", "Brake’s loose")
        let list = try await home.run("note", "list", "--format", "json").succeeded()
        let note = try await Tool.jq(
            ".notes[] | [.note, .vehicle_id, .text, .lat, .lon, .seen_at]", list.data)
        #expect(note == [#"[1,"A-1","Brake’s loose",59.9,10.7,"2026-01-31T12:00:00Z"]"#])
        try await home.run("note", "add", "B-2", "by command\nin two lines").succeeded()
        try await screen.press("n")
        try await screen.until(" Notes · 2 ", "B-2", "by command +1", "in two lines")
        try await screen.type("d")
        try await screen.until("d again removes note 2 about B-2")
        try await screen.type("d")
        try await screen.until("removed note 2", " Notes · 1 ")
        #expect(try await !home.run("note").text.contains("B-2"))
    }

    @Test("a note's photos are told with it")
    func photos() async throws {
        let photos = try await PhotoHome()
        try photos.photo(1)
        try await photos.home.run("note", "add", "A-1", "bent", "--photo", "photo1.jpg").succeeded()
        let screen = try await TmuxScreen(photos.home, "browse", "notes")
        try await screen.until("bent · 1 photo", "photo 1: jpeg 40×30, ")
    }

    @Test(
        "that nobody knows whether codes change is told once, with what was kept and to its end",
        arguments: [("*", "★ A-1 is a favorite"), ("aflat\n", "✎ note 1 about A-1")])
    func unknown(_ keys: String, _ words: String) async throws {
        let home = try await FleetHome.town(Self.feed, [])
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.until("─ A-1 ─", "position")
        try await screen.type(keys)
        let told =
            words + "; warning: it is not known whether town changes its codes after trips; "
            + "`--ids stable` of `fleet source add` says that it does not"
        try await screen.until("the whole warning") { rows in
            rows.flatMap { $0.split(separator: " ") }.joined(separator: " ").contains(told)
        }
        try await screen.type("*")
        try await screen.until(keys == "*" ? "A-1 is no favorite any more" : "★ A-1 is a favorite")
        try await screen.untilGone("warning")
    }

    @Test("* as often as one types it keeps and gives up by turns, however fast")
    func favorites() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.until("─ A-1 ─", "position")
        try await screen.type("****")
        try await screen.until("A-1 is no favorite any more")
        try await screen.type("qq")
        try await screen.ends(0)
        #expect(try await home.run("favorite", "list").succeeded().text.isEmpty)
    }

    @Test("* gives up a favorite that is away, and says what there is not of any other code")
    func awayFavorite() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("favorite", "add", "A-1", "B-2").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"}]}"#, to: "feed.json")
        try await home.run("refresh").succeeded()
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.until("─ ★ A-1 ─", "a favorite that is away")
        try await screen.type("*")
        try await screen.until("A-1 is no favorite any more", "There is no such vehicle.")
        try await screen.type("*")
        try await screen.until("there is no vehicle A-1 now, and no favorite of that code is away")
        try await screen.type("qq")
        try await screen.ends(0)
        let list = try await home.run("favorite", "list", "--format", "json").succeeded()
        #expect(try await Tool.jq(".favorites[].vehicle_id", list.data) == ["B-2"])
    }

    @Test("codes that change are refused in the same words, and nothing is kept")
    func rotating() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "rotating"])
        let screen = try await TmuxScreen(home, "browse", "vehicle/A-1")
        try await screen.until("─ A-1 ─", "position")
        try await screen.type("ax")
        try await screen.until(" note about A-1: x")
        try await screen.press("Enter")
        try await screen.until("town changes the codes of its vehicles after trips")
        #expect(try await home.run("note").text.isEmpty)
    }

    @Test("the screen of notes is a place to begin at")
    func place() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "here").succeeded()
        let screen = try await TmuxScreen(home, "browse", "notes")
        try await screen.until(" Notes · 1 ", "▶ A-1", "here")
        try await screen.press("Enter")
        try await screen.until("─ A-1 ─", "note 1")
    }

    @Test("a note is a mark on the map, which keys reach and N hides")
    func map() async throws {
        let home = try await FleetHome.town(Self.feed, ["--ids", "stable"])
        try await home.run("note", "add", "A-1", "left here").succeeded()
        let screen = try await TmuxScreen(home, "browse", "map")
        try await screen.until("✎", "1 of 1 vehicle in view")
        try await screen.press("Tab", "Tab")
        try await screen.until("✎ A-1 · ", " · left here")
        try await screen.type("N")
        try await screen.untilGone("✎")
        try await screen.type("N")
        try await screen.until("✎")
        try await screen.press("Tab", "Tab", "Enter")
        try await screen.until(" Notes · 1 ", "▶ A-1")
    }
}
