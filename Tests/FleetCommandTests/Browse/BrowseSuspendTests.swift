import FleetTestSupport
import Testing

@Suite("Ctrl-Z suspends the browser and fg resumes it", .slots)
struct BrowseSuspendTests {
    /// Starts a shell with job control and a browser in it that shows its list.
    private func shell(_ home: FleetHome, browsing address: String) async throws -> TmuxScreen {
        let screen = try await TmuxScreen(home, command: ["env", "PS1=next> ", "bash", "--norc"])
        try await screen.waitUntil("next>")
        try await screen.type("fleet browse --source \(address)\n")
        try await screen.waitUntil("● live", "▶ A", "? help")
        return screen
    }

    private func suspend(_ screen: TmuxScreen) async throws {
        try await screen.press("C-z")
        try await screen.waitUntil("the shell") { $0.last { !$0.isEmpty } == "next>" }
        #expect(try await screen.modes == "0 0 0 1")
    }

    @Test("a suspended browser sends no requests and resumes with the latest stored snapshot")
    func suspended() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            .text(Feeds.longLived(number == 1 ? ["A", "B"] : ["A", "B", "C"]))
        }
        let screen = try await shell(home, browsing: server.address())
        try await screen.press("Down")
        try await screen.waitUntil("▶ B")
        try await suspend(screen)
        // The source has no leader, so the other process sends the only request.
        try await home.ageRequests()
        try await home.run("refresh", "--source", server.address()).succeeded()
        #expect(server.requests.count == 2)
        try await screen.type("fg\n")
        try await screen.waitUntil("● live", "3 of 3 vehicles", "▶ B")
        #expect(try await screen.modes == "1 1 1 0")
        try await home.ageRequests()
        try await screen.press("r")
        try await screen.wait(for: "a third request") { server.requests.count >= 3 }
        try await screen.press("q")
        try await screen.waitUntilGone("▶ B")
        try await screen.type("echo status $?\n")
        try await screen.waitUntil("status 0")
    }

    @Test("each suspension cancels the request in flight")
    func cancellation() async throws {
        let server = try TestServer { number, _ in
            number == 1 ? .text(Feeds.longLived("A")) : .init(canSend: { _ in false })
        }
        let screen = try await shell(FleetHome(), browsing: server.address())
        for number in 2...5 {
            try await screen.press("r")
            try await screen.wait(for: "request \(number)") { server.requests.count >= number }
            try await suspend(screen)
            try await screen.wait(for: "its end") { server.requests[number - 1].isAborted }
            try await screen.type("fg\n")
            try await screen.waitUntil("● live", "▶ A")
        }
        #expect(await server.overlaps.isEmpty)
    }
}
