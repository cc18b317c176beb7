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
}
