import FleetTestSupport
import Foundation
import Testing

// Debian's Chromium, which the script names.
#if os(Linux)
@Suite("Web pages in a browser", .slots)
struct BrowserTests {
    @Test(
        "a team's first day in Chromium: set-up, filter, QR code, favorite, note with a photo, sign-out",
        .timeLimit(.minutes(15)))
    func firstDay() async throws {
        let home = try FleetHome()
        let port = try TestServer.freePort()
        let server = try home.start("serve", "--listen", "127.0.0.1:\(port)")
        defer { server.send(SIGTERM) }
        let ready = await server.waitUntil { $0.lines.count == 2 }
        let link = try #require(ready.lines.last?.split(separator: " ").last.map(String.init))
        let folder = try TemporaryFolder()
        let script = Project.folder + "/Tests/Browser/walk.py"
        _ = try await Tool.run(Tool.python, script, link, folder.path)
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    @Test(
        "favorites follow the star, stars wait for the connection, and a removed person's page says so",
        .timeLimit(.minutes(5)))
    func offline() async throws {
        let server = try await ServedHome()
        let script = Project.folder + "/Tests/Browser/offline.py"
        _ = try await Tool.run(Tool.python, script, server.url, ServedHome.password)
    }

    @Test("open pages of notes follow the changes of others", .timeLimit(.minutes(5)))
    func notes() async throws {
        let server = try await ServedHome()
        let script = Project.folder + "/Tests/Browser/notes.py"
        _ = try await Tool.run(Tool.python, script, server.url, ServedHome.password)
    }
}
#endif
