import Testing

@Suite("The browser is driven by the mouse", .slots)
struct BrowseMouseTests {
    private let server: FeedServer
    private let screen: TmuxScreen

    /// Begins with a list of five vehicles, from the row 3 on.
    init() async throws {
        server = try FeedServer { _, _ in .text(Feeds.lasting("A", "B", "C", "D", "E")) }
        screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.until("● live", "▶ A", "? help")
    }

    @Test("a click chooses a vehicle, a click on the chosen one opens it")
    func click() async throws {
        try await screen.click(column: 5, row: 5)
        let rows = try await screen.until("▶ C")
        #expect(rows[5].hasPrefix("▶ C") && rows[3].hasPrefix("  A"))
        try await screen.click(column: 30, row: 5)
        try await screen.until("─ C ─")
    }

    @Test("a click outside of the filter's sheet closes it, and does nothing else")
    func outside() async throws {
        try await screen.press("f")
        try await screen.until(" Filter ")
        try await screen.click(column: 5, row: 5)
        let rows = try await screen.untilGone(" Filter ")
        #expect(rows[3].hasPrefix("▶ A"))
    }

    @Test("a click on a choice of the filter's sheet chooses it")
    func choice() async throws {
        try await screen.press("f")
        let rows = try await screen.until(" Filter ", "[ ] ██ blue")
        let row = try #require(rows.firstIndex { $0.contains("[ ] available") })
        try await screen.click(column: 35, row: row)
        try await screen.until("[x] available", " 0 of 5 vehicles  ▼ state available")
    }

    @Test("the filter's sheet follows its edge down; far enough it closes, less springs back")
    func drag() async throws {
        try await screen.press("f")
        let rows = try await screen.until(" Filter ", "space choose")
        let edge = try #require(rows.firstIndex { $0.contains(" Filter ") })
        try await screen.mouse(.left, column: 40, row: edge)
        try await screen.mouse(.drag, column: 40, row: edge + 2)
        try await screen.until("the edge two rows down") { $0[edge + 2].contains(" Filter ") }
        try await screen.mouse(.left, column: 40, row: edge + 2, isUp: true)
        try await screen.until("the edge in its place") { $0[edge].contains(" Filter ") }
        try await screen.mouse(.left, column: 40, row: edge)
        try await screen.mouse(.drag, column: 40, row: edge + 7)
        try await screen.until("the edge far down") { $0[edge + 7].contains(" Filter ") }
        try await screen.mouse(.left, column: 40, row: edge + 7, isUp: true)
        try await screen.untilGone(" Filter ")
    }

    @Test("the filter's sheet can be dragged as far as the mouse goes, wherever its cursor is")
    func dragFar() async throws {
        try await screen.press("f", "Tab", "Down", "Down", "Down")
        let rows = try await screen.until(" Filter ", "space choose")
        let edge = try #require(rows.firstIndex { $0.contains(" Filter ") })
        try await screen.mouse(.left, column: 40, row: edge)
        try await screen.mouse(.drag, column: 40, row: 23)
        try await screen.until("the sheet away or at the bottom") { rows in
            !rows[..<20].contains { $0.contains(" Filter ") }
        }
        try await screen.mouse(.left, column: 40, row: 23, isUp: true)
        let list = try await screen.untilGone(" Filter ")
        #expect(list[3].hasPrefix("▶ A"))
    }

    @Test("the wheel pulls the list past its top, and far enough refreshes it once")
    func pull() async throws {
        try await screen.mouse(.wheelUp, column: 5, row: 5)
        try await screen.until("↓ ▰▱▱▱ pull on to refresh")
        #expect(server.requests.count == 1)
        // At once, since the list springs back after a while.
        try await screen.type(String(repeating: "\u{1B}[<64;6;6M", count: 6))
        try await screen.until("refreshed: nothing changed")
        let rows = try await screen.untilGone("▰")
        #expect(rows[3].hasPrefix("▶ A"))
        #expect(server.requests.count == 2)
    }
}
