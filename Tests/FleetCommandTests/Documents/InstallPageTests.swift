import FleetTestSupport
import Foundation
import Testing

#if os(Linux)
@Suite("The steps of the page about the installation", .slots)
struct InstallPageTests {
    private static let page = Result { try DocumentationPage("Documentation/install.md") }

    /// Writes programs that take the place of those that need root, in the folder `bin`.
    private static func installStubs(in home: FleetHome) async throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/bin", withIntermediateDirectories: true)
        let units = Project.folder + "/Packaging/systemd"
        let stubs = [
            "sudo": #"exec "$@""#, "journalctl": ":", "fleet-admin": #"exec fleet "$@""#,
            // It runs the command of a unit that is started once.
            "systemctl": """
            [ "$1 $2" = 'start fleet-backup' ] || exit 0
            exec $(sed -n 's|^ExecStart=@PREFIX@/bin/||p' '\(units)/fleet-backup.service' |
                sed 's|/var/lib|\(home.path)|')
            """,
        ]
        for (name, script) in stubs { try await home.install(script: script, as: "bin/" + name) }
    }

    /// Runs blocks one after another, with paths of the system replaced by those of the home.
    private static func run(_ blocks: [String], in home: FleetHome) async throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for block in blocks {
            let script = block.replacing("/var/lib/private", with: home.path)
                .replacing("https://example.com/gbfs/gbfs.json", with: Self.feed)
            let outcome = try await home.shell(
                "set -e; PATH='\(home.path)/bin':$PATH; cd '\(home.path)'\n" + script)
            outcomes.append(outcome.succeeded())
        }
        return outcomes
    }

    private static let feed = Project.folder + "/Fixtures/gbfs/2.3/gbfs.json"

    @Test("the service's administrator invites, adds a feed, prints labels, backs up and restores")
    func service() async throws {
        let home = try FleetHome()
        try await Self.installStubs(in: home)
        try FileManager.default.createDirectory(
            atPath: home.path + "/fleet-backups", withIntermediateDirectories: false)
        // A server has run before, and left its address.
        let server = try home.start("serve", "--listen", "127.0.0.1:\(TestServer.freePort())")
        await server.waitUntil { $0.text.contains("serving ") }
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
        var blocks = try Self.page.get().blocks("sh", in: "As a service of systemd")
        let restore = blocks.removeLast()
        let outcomes = try await Self.run(blocks, in: home)
        #expect(outcomes.contains { $0.text.contains("/register?invitation=") })
        #expect(home.bytes(of: "labels.pdf").starts(with: Array("%PDF".utf8)))
        let names = try #require(outcomes.last).lines
        let backup = try #require(names.first { $0.hasSuffix(".tar") })
        try await home.run("source", "remove", "oslo").succeeded()
        _ = try await Self.run(
            [restore.replacing("fleet-2026-01-31T020000Z.tar", with: backup)], in: home)
        #expect(try await home.run("source", "list").succeeded().text.contains("oslo"))
    }

    @Test("the shorter pages have the same steps")
    func others() async throws {
        let home = try FleetHome()
        try await Self.installStubs(in: home)
        let server = try DocumentationPage("Documentation/server.md")
        let compatibility = try DocumentationPage("Documentation/compatibility.md")
        let outcomes = try await Self.run(
            server.blocks("sh", in: "Operation") + compatibility.blocks("sh", in: "Upgrade"),
            in: home)
        #expect(outcomes.count == 2)
        #expect(!home.bytes(of: "before-upgrade.tar").isEmpty)
        let debian = try Self.page.get().blocks("sh", in: "Debian")[0].split(separator: "\n")
        let archive = try Self.page.get().blocks("sh", in: "The archive")[0].split(separator: "\n")
        let readme = try DocumentationPage("README.md").blocks("sh", in: "Install")[0]
        #expect(readme.contains(debian[0]) && archive.prefix(2).allSatisfy { readme.contains($0) })
    }

    @Test("the archive runs from any folder, and through a link")
    func archive() async throws {
        let home = try FleetHome()
        let name = "fleet-0.1.0-linux-x86_64"
        // The folder that .ci/release/archive makes, with the program of the tests.
        for folder in ["bin", "libexec", "share/fleet"] {
            try FileManager.default.createDirectory(
                atPath: "\(home.path)/\(name)/\(folder)", withIntermediateDirectories: true)
        }
        let release = Project.folder + "/.ci/release"
        _ = try await Tool.run(
            "install", "-m", "755", release + "/launcher", "\(home.path)/\(name)/bin/fleet")
        try FileManager.default.copyItem(
            atPath: release + "/fonts.conf", toPath: "\(home.path)/\(name)/share/fleet/fonts.conf")
        try FileManager.default.createSymbolicLink(
            atPath: "\(home.path)/\(name)/libexec/fleet",
            withDestinationPath: FleetHome.programs + "/fleet")
        try await home.shell("tar -czf \(name).tar.gz \(name) && rm -r \(name)").succeeded()
        try FileManager.default.createDirectory(
            atPath: home.path + "/user/.local/bin", withIntermediateDirectories: true)
        let outcome = try #require(
            try await Self.run(try Self.page.get().blocks("sh", in: "The archive"), in: home).first)
        #expect(outcome.lines.contains { $0.contains("red") })
        let linked = try await home.shell("exec user/.local/bin/fleet --version").succeeded()
        #expect(linked.text.hasPrefix("fleet "))
    }
}
#endif
