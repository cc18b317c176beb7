import Testing

@Suite("Ctrl-Z halts the browser under a shell, and fg brings it back", .serialized, .slots)
struct BrowseHaltTests {
    /// A shell with job control, in which the browser was started and shows its list.
    private func shell(_ home: FleetHome, browsing address: String) async throws -> TmuxScreen {
        let screen = try await TmuxScreen(home, command: ["env", "PS1=next> ", "bash", "--norc"])
        try await screen.until("next>")
        try await screen.type("fleet browse --source \(address)\n")
        try await screen.until("● live", "▶ A", "? help")
        return screen
    }

    private func halt(_ screen: TmuxScreen) async throws {
        try await screen.press("C-z")
        try await screen.until("the shell") { $0.last { !$0.isEmpty } == "next>" }
        #expect(try await screen.modes == "0 0 0 1")
    }

    @Test("it asks nothing while it is halted, and shows what others brought meanwhile")
    func halted() async throws {
        let home = try FleetHome()
        let server = try FeedServer { number, _ in
            .text(Feeds.lasting(number == 1 ? ["A", "B"] : ["A", "B", "C"]))
        }
        let screen = try await shell(home, browsing: server.address())
        try await screen.press("Down")
        try await screen.until("▶ B")
        try await halt(screen)
        // The source is free: another process is the only one to ask.
        try await home.age()
        try await home.run("refresh", "--source", server.address()).succeeded()
        #expect(server.requests.count == 2)
        try await screen.type("fg\n")
        try await screen.until("● live", "3 of 3 vehicles", "▶ B")
        #expect(try await screen.modes == "1 1 1 0")
        try await home.age()
        try await screen.press("r")
        try await screen.wait(for: "a third request") { server.requests.count >= 3 }
        try await screen.press("q")
        try await screen.untilGone("▶ B")
        try await screen.type("echo status $?\n")
        try await screen.until("status 0")
    }

    @Test("the request in flight has ended when it is halted, each time")
    func givenUp() async throws {
        let server = try FeedServer { number, _ in
            .text(Feeds.lasting("A"), after: number == 1 ? 0 : 30)
        }
        let screen = try await shell(FleetHome(), browsing: server.address())
        for number in 2...5 {
            try await screen.press("r")
            try await screen.wait(for: "request \(number)") { server.requests.count >= number }
            try await halt(screen)
            try await screen.wait(for: "its end") { server.requests[number - 1].isAborted }
            try await screen.type("fg\n")
            try await screen.until("● live", "▶ A")
        }
        #expect(server.overlaps.isEmpty)
    }
}
