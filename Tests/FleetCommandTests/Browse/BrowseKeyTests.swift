import Testing

@Suite("The browser is driven by keys", .slots)
struct BrowseKeyTests {
    @Test("the list stands under a header, and q gives the terminal back")
    func list() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        let rows = try await screen.until("● live", "▶ ABP-PHY", "? help")
        #expect(rows[0].hasPrefix(" sim://demo (simulated)"))
        #expect(rows[1] == " 120 of 120 vehicles")
        #expect(rows[2].hasPrefix("  id ▾     state        color"))
        #expect(rows[3].hasPrefix("▶ ABP-PHY  "))
        #expect(rows[4].hasPrefix("  AEM-KVA  "))
        #expect(try await screen.modes == "1 1 1 0")
        try await screen.press("q")
        try await screen.ends(0)
    }

    @Test("Enter opens the chosen vehicle, and its QR code is read by a decoder")
    func vehicle() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.until("▶ ABP-PHY")
        try await screen.press("Down")
        try await screen.until("▶ AEM-KVA")
        try await screen.press("Enter")
        let rows = try await screen.until("─ AEM-KVA ─", "▀▀▀", "p PNG")
        #expect(rows.contains { $0.contains("id             AEM-KVA") })
        #expect(try await ScreenPicture(screen.drawn).decoded() == "AEM-KVA")
        try await screen.press("Escape")
        try await screen.until("▶ AEM-KVA")
    }

    @Test("y copies the code to the terminal's clipboard, p writes its QR code to a file")
    func copies() async throws {
        let home = try FleetHome()
        let screen = try await TmuxScreen(
            home, "browse", "vehicle/AEM-KVA", "--source", "sim://demo")
        try await screen.until("─ AEM-KVA ─", "▀▀▀")
        try await screen.press("y")
        try await screen.until("copied AEM-KVA")
        #expect(try await screen.clipboard == "AEM-KVA")
        try await screen.press("p")
        try await screen.until("wrote AEM-KVA.png")
        let read = try await ScreenPicture.decoded(home.bytes(of: "AEM-KVA.png"))
        #expect(read == "AEM-KVA")
    }

    @Test("a color chosen in the filter's sheet narrows the list at once, and is kept")
    func filter() async throws {
        let home = try FleetHome()
        let screen = try await TmuxScreen(home, "browse", "--source", "sim://demo")
        try await screen.until("● live", "▶ ABP-PHY")
        try await screen.press("f")
        try await screen.until(" Filter ", "[ ] ██ blue           62")
        try await screen.press("Space")
        try await screen.until("[x] ██ blue           62", " 62 of 120 vehicles  ▼ color blue")
        try await screen.press("Down", "Down", "Space")
        try await screen.until("[x] ██ green", "▼ color blue, green")
        try await screen.press("Escape")
        try await screen.untilGone(" Filter ")
        try await screen.press("q")
        try await screen.ends(0)
        #expect(try await home.run("filter", "show").text == "blue,green\n")
    }

    @Test("a search narrows the list as it is typed and pasted, Escape gives it up")
    func search() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.until("● live", "▶ ABP-PHY")
        try await screen.type("/aem")
        try await screen.until(" /aem", " 1 of 120 vehicles  ▼ “aem”", "▶ AEM-KVA")
        try await screen.type("\u{1B}[200~-kvaq\r\n\u{1B}[201~")
        try await screen.until(" /aem-kvaq", " 0 of 120 vehicles")
        try await screen.press("BSpace")
        try await screen.until(" /aem-kva ", " 1 of 120 vehicles", "▶ AEM-KVA")
        try await screen.press("Escape")
        try await screen.until(" 120 of 120 vehicles", "▶ AEM-KVA", "? help")
    }

    @Test("what the terminal answers late is no keys, on the list and in a search")
    func late() async throws {
        let answers = [
            "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}[6;16;8t", "\u{1B}]11;rgb:0c0c/0c0c/0c0c\u{1B}\\",
            "\u{1B}[?1;2;4c",
        ]
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        let first = try await screen.until("▶ ABP-PHY", "? help")
        for answer in answers { try await screen.type(answer) }
        try await screen.press("Down")
        let rows = try await screen.until("▶ AEM-KVA")
        #expect(rows[1] == " 120 of 120 vehicles" && rows[23] == first[23])
        try await screen.type("/a" + answers.joined() + "em")
        try await screen.until(" /aem ", " 1 of 120 vehicles  ▼ “aem”")
    }

    @Test(
        "a place opens at once",
        arguments: [
            ("vehicle/AEM-KVA", ["─ AEM-KVA ─", "p PNG"]), ("map", ["vehicles in view", " km"]),
            ("filter", [" Filter ", "space choose"]), ("help", ["Keys of the list", "? help"]),
        ])
    func place(name: String, signs: [String]) async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", name, "--source", "sim://demo")
        for sign in signs { try await screen.until(sign) }
        try await screen.press("q")
        try await screen.until("the list") { rows in
            rows[2].contains("id ▾") && rows[3...4].contains { $0.hasPrefix("▶ A") }
        }
    }

    @Test("a place with a vehicle that is not there says so, and the list is behind it")
    func absent() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "vehicle/NONE", "--source", "sim://demo")
        try await screen.until(
            "─ NONE ─", "There is no such vehicle.", "esc goes back to the list, / searches in it")
        try await screen.press("Escape")
        try await screen.until("▶ ABP-PHY")
    }
}
