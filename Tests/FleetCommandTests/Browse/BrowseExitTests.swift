import FleetTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("The browser restores the terminal on every exit", .slots)
struct BrowseExitTests {
    @Test("Ctrl-C exits with status 130, even while a request hangs")
    func interrupted() async throws {
        let server = try TestServer { number, _ in
            number == 2 ? .init(canSend: { _ in false }) : .text(Feeds.longLived("A"))
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        try await screen.waitUntil("● live", "▶ A", "? help")
        try await screen.press("r")
        try await screen.wait(for: "a second request") { server.requests.count >= 2 }
        try await screen.press("C-c")
        try await screen.expectExit(130)
        try await screen.wait(for: "the end of the request") { server.requests[1].isAborted }
    }

    @Test(
        "a termination or crash signal restores the terminal",
        arguments: [
            (SIGHUP, 129), (SIGTERM, 143), (SIGQUIT, 131), (SIGABRT, 134), (SIGSEGV, 139),
        ])
    func signalled(signal: Int32, status: Int) async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.waitUntil("▶ ABP-PHY", "? help")
        try await screen.signal(signal)
        try await screen.expectExit(status)
    }

    @Test("the browser exits when its terminal closes, even if SIGHUP is ignored")
    func hungUp() async throws {
        let home = try FleetHome()
        let command = ["sh", "-c", "trap '' HUP; exec fleet browse --source sim://demo"]
        let screen = try await TmuxScreen(home, command: command)
        try await screen.waitUntil("▶ ABP-PHY", "? help")
        let process = try #require(Int32(try await screen.value("#{pane_pid}")))
        try await screen.close()
        do {
            try await waitForExit(of: "\(process)")
        } catch {
            kill(process, SIGKILL)
            throw error
        }
    }
}
