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
        #expect(rows[2].hasPrefix("  id ▲     state        color"))
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
        try await screen.press("y", "p", "Escape")
        // The terminal gets the text for its clipboard before the list.
        try await screen.waitUntilGone("─ AEM-KVA ─")
        #expect(try await screen.clipboard == "AEM-KVA")
        try await home.waitForFile(endingWith: "AEM-KVA.png")
        let read = try await ScreenCapture.decoded(home.bytes(of: "AEM-KVA.png"))
        #expect(read == "AEM-KVA")
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
}
