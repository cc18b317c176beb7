import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("However the browser ends, it gives the terminal back", .slots)
struct BrowseEndTests {
    @Test("by Ctrl-C with 130, also while a request hangs")
    func interrupted() async throws {
        let server = try FeedServer { number, _ in
            .text(Feeds.lasting("A"), after: number == 2 ? 30 : 0)
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.until("● live", "▶ A", "? help")
        try await screen.press("r")
        try await screen.wait(for: "a second request") { server.requests.count >= 2 }
        try await screen.press("C-c")
        try await screen.ends(130)
        try await screen.wait(for: "the end of the request") { server.requests[1].isAborted }
    }

    @Test(
        "by a signal that ends or breaks it",
        arguments: [
            (SIGHUP, 129), (SIGTERM, 143), (SIGQUIT, 131), (SIGABRT, 134), (SIGSEGV, 139),
        ])
    func signalled(signal: Int32, status: Int) async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.until("▶ ABP-PHY", "? help")
        try await screen.signal(signal)
        try await screen.ends(status)
    }

    @Test("with its terminal, though SIGHUP is ignored")
    func hungUp() async throws {
        let home = try FleetHome()
        let command = ["sh", "-c", "trap '' HUP; exec fleet browse --source sim://demo"]
        let screen = try await TmuxScreen(home, command: command)
        try await screen.until("▶ ABP-PHY", "? help")
        let process = try #require(Int32(try await screen.value("#{pane_pid}")))
        try await screen.close()
        do {
            try await untilEnded("\(process)")
        } catch {
            kill(process, SIGKILL)
            throw error
        }
    }
}
