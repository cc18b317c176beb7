import FleetTestSupport
import Testing

@Suite("The keyboard controls the browser", .slots)
struct BrowseKeyTests {
    @Test("the list has a header, and q restores the terminal")
    func list() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        let rows = try await screen.waitUntil("● live", "▶ ABP-PHY", "? help")
        #expect(rows[0].hasPrefix(" sim://demo (simulated)"))
        #expect(rows[1] == " 120 of 120 vehicles")
        #expect(rows[2].hasPrefix("  id ▾     state        color"))
        #expect(rows[3].hasPrefix("▶ ABP-PHY  "))
        #expect(rows[4].hasPrefix("  AEM-KVA  "))
        #expect(try await screen.modes == "1 1 1 0")
        try await screen.press("q")
        try await screen.expectExit(0)
    }

    @Test("Enter opens the selected vehicle with a QR code that a decoder reads")
    func vehicle() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.waitUntil("▶ ABP-PHY")
        try await screen.press("Down")
        try await screen.waitUntil("▶ AEM-KVA")
        try await screen.press("Enter")
        let rows = try await screen.waitUntil("─ AEM-KVA ─", "▀▀▀", "p PNG")
        #expect(rows.contains { $0.contains("id             AEM-KVA") })
        #expect(try await ScreenCapture(screen.styledText).decoded() == "AEM-KVA")
        try await screen.press("Escape")
        try await screen.waitUntil("▶ AEM-KVA")
    }

    @Test("y copies the ID to the clipboard and p writes the QR code to a file")
    func copies() async throws {
        let home = try FleetHome()
        let screen = try await TmuxScreen(
            home, "browse", "vehicle/AEM-KVA", "--source", "sim://demo")
        try await screen.waitUntil("─ AEM-KVA ─", "▀▀▀")
        try await screen.press("y")
        try await screen.waitUntil("copied AEM-KVA")
        #expect(try await screen.clipboard == "AEM-KVA")
        try await screen.press("p")
        try await screen.waitUntil("wrote AEM-KVA.png")
        let read = try await ScreenCapture.decoded(home.bytes(of: "AEM-KVA.png"))
        #expect(read == "AEM-KVA")
    }

    @Test("a color selected in the filter sheet narrows the list at once and is saved")
    func filter() async throws {
        let home = try FleetHome()
        let screen = try await TmuxScreen(home, "browse", "--source", "sim://demo")
        try await screen.waitUntil("● live", "▶ ABP-PHY")
        try await screen.press("f")
        try await screen.waitUntil(" Filter ", "[ ] ██ blue           62")
        try await screen.press("Space")
        try await screen.waitUntil("[x] ██ blue           62", " 62 of 120 vehicles  ▼ color blue")
        try await screen.press("Down", "Down", "Space")
        try await screen.waitUntil("[x] ██ green", "▼ color blue, green")
        try await screen.press("Escape")
        try await screen.waitUntilGone(" Filter ")
        try await screen.press("q")
        try await screen.expectExit(0)
        #expect(try await home.run("filter", "--source", "sim://demo").text == "blue,green\n")
    }

    @Test("a typed or pasted search narrows the list, and Escape cancels it")
    func search() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.waitUntil("● live", "▶ ABP-PHY")
        try await screen.type("/aem")
        try await screen.waitUntil(" /aem", " 1 of 120 vehicles  ▼ “aem”", "▶ AEM-KVA")
        try await screen.type("\u{1B}[200~-kvaq\r\n\u{1B}[201~")
        try await screen.waitUntil(" /aem-kvaq", " 0 of 120 vehicles")
        try await screen.press("BSpace")
        try await screen.waitUntil(" /aem-kva ", " 1 of 120 vehicles", "▶ AEM-KVA")
        try await screen.press("Escape")
        try await screen.waitUntil(" 120 of 120 vehicles", "▶ AEM-KVA", "? help")
    }

    @Test("late terminal replies are not read as keys, in the list or in a search")
    func late() async throws {
        let replies = [
            "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}[6;16;8t", "\u{1B}]11;rgb:0c0c/0c0c/0c0c\u{1B}\\",
            "\u{1B}[?1;2;4c",
        ]
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        let first = try await screen.waitUntil("▶ ABP-PHY", "? help")
        for reply in replies { try await screen.type(reply) }
        try await screen.press("Down")
        let rows = try await screen.waitUntil("▶ AEM-KVA")
        #expect(rows[1] == " 120 of 120 vehicles" && rows[23] == first[23])
        try await screen.type("/a" + replies.joined() + "em")
        try await screen.waitUntil(" /aem ", " 1 of 120 vehicles  ▼ “aem”")
    }

    @Test(
        "`fleet browse` opens the screen in its argument",
        arguments: [
            ("vehicle/AEM-KVA", ["─ AEM-KVA ─", "p PNG"]), ("map", ["vehicles in view", " km"]),
            ("filter", [" Filter ", "space select"]), ("help", ["Keys: list", "? help"]),
        ])
    func screens(name: String, texts: [String]) async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", name, "--source", "sim://demo")
        for text in texts { try await screen.waitUntil(text) }
        try await screen.press("q")
        try await screen.waitUntil("the list") { rows in
            rows[2].contains("id ▾") && rows[3...4].contains { $0.hasPrefix("▶ A") }
        }
    }

    @Test("an unknown vehicle is reported, and Escape goes to the list")
    func unknownVehicle() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "vehicle/NONE", "--source", "sim://demo")
        try await screen.waitUntil(
            "─ NONE ─", "No vehicle has this ID.", "Esc goes back to the list, / searches it")
        try await screen.press("Escape")
        try await screen.waitUntil("▶ ABP-PHY")
    }
}
