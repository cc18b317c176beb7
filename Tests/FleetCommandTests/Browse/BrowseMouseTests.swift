import FleetTestSupport
import Testing

@Suite("The mouse controls the browser", .slots)
struct BrowseMouseTests {
    private let server: TestServer
    private let screen: TmuxScreen

    /// Opens a list of five vehicles that begins in row 3.
    init() async throws {
        server = try TestServer { _, _ in .text(Feeds.longLived("A", "B", "C", "D", "E")) }
        screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.waitUntil("● live", "▶ A", "? help")
    }

    @Test("a click selects a vehicle, and a click on the selected one opens it")
    func click() async throws {
        try await screen.click(column: 5, row: 5)
        let rows = try await screen.waitUntil("▶ C")
        #expect(rows[5].hasPrefix("▶ C") && rows[3].hasPrefix("  A"))
        try await screen.click(column: 30, row: 5)
        try await screen.waitUntil("─ C ─")
    }

    @Test("a click outside the filter sheet closes it and does nothing else")
    func outside() async throws {
        try await screen.press("f")
        try await screen.waitUntil(" Filter ")
        try await screen.click(column: 5, row: 5)
        let rows = try await screen.waitUntilGone(" Filter ")
        #expect(rows[3].hasPrefix("▶ A"))
    }

    @Test("a click on an option in the filter sheet selects it")
    func option() async throws {
        try await screen.press("f")
        let rows = try await screen.waitUntil(" Filter ", "[ ] ██ blue")
        let row = try #require(rows.firstIndex { $0.contains("[ ] available") })
        try await screen.click(column: 35, row: row)
        try await screen.waitUntil("[x] available", " 0 of 5 vehicles  ▼ state available")
    }

    @Test("a filter sheet dragged down far enough closes, and otherwise springs back")
    func drag() async throws {
        try await screen.press("f")
        let rows = try await screen.waitUntil(" Filter ", "space select")
        let edge = try #require(rows.firstIndex { $0.contains(" Filter ") })
        try await screen.mouse(.left, column: 40, row: edge)
        try await screen.mouse(.drag, column: 40, row: edge + 2)
        try await screen.waitUntil("the edge two rows down") { $0[edge + 2].contains(" Filter ") }
        try await screen.mouse(.left, column: 40, row: edge + 2, isRelease: true)
        try await screen.waitUntil("the edge back at the top") { $0[edge].contains(" Filter ") }
        try await screen.mouse(.left, column: 40, row: edge)
        try await screen.mouse(.drag, column: 40, row: edge + 7)
        try await screen.waitUntil("the edge far down") { $0[edge + 7].contains(" Filter ") }
        try await screen.mouse(.left, column: 40, row: edge + 7, isRelease: true)
        try await screen.waitUntilGone(" Filter ")
    }

    @Test("the filter sheet can be dragged to the last row, wherever its cursor is")
    func dragFar() async throws {
        try await screen.press("f", "Tab", "Down", "Down", "Down")
        let rows = try await screen.waitUntil(" Filter ", "space select")
        let edge = try #require(rows.firstIndex { $0.contains(" Filter ") })
        try await screen.mouse(.left, column: 40, row: edge)
        try await screen.mouse(.drag, column: 40, row: 23)
        try await screen.waitUntil("the sheet closed or at the bottom") { rows in
            !rows[..<20].contains { $0.contains(" Filter ") }
        }
        try await screen.mouse(.left, column: 40, row: 23, isRelease: true)
        let list = try await screen.waitUntilGone(" Filter ")
        #expect(list[3].hasPrefix("▶ A"))
    }

    @Test("the second turn of the wheel at the top refreshes the list once")
    func pull() async throws {
        let turn = String(repeating: "\u{1B}[<64;6;6M", count: 6)
        try await screen.type(turn)
        try await screen.waitUntil("↓ ▰▱ pull again to refresh")
        #expect(server.requests.count == 1)
        // The pause of a person between two turns.
        try await Task.sleep(for: .milliseconds(400))
        try await screen.type(turn)
        try await screen.waitUntil("refreshed: nothing changed")
        let rows = try await screen.waitUntilGone("▰")
        #expect(rows[3].hasPrefix("▶ A"))
        #expect(server.requests.count == 2)
    }
}
