import FleetTestSupport
import Foundation
import Testing

#if os(Linux)
@Suite("The units of systemd", .slots)
struct UnitTests {
    private static let verifier = "/usr/bin/systemd-analyze"

    @Test(
        "systemd accepts them, and leaves little to the processes",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: verifier),
            "needs the program systemd-analyze"))
    func verified() throws {
        let folder = try TemporaryFolder()
        var services: [String] = []
        for name in ["fleet.service", "fleet-backup.service", "fleet-backup.timer"] {
            let unit = try String(
                contentsOfFile: Project.folder + "/Packaging/systemd/" + name, encoding: .utf8)
            let installed = unit.replacing("@PREFIX@/bin/fleet", with: "/usr/bin/env fleet")
            services.append(try folder.write(installed, to: name))
        }
        let problems = try Tool.lines(
            of: [
                "sh", "-c", #""$0" verify --man=no "$@" 2>&1"#, Self.verifier,
            ] + services)
        #expect(problems == [])
        for service in services.dropLast() {
            let exposure = try Tool.lines(of: [
                Self.verifier, "security", "--offline=true", "--threshold=20", service,
            ])
            #expect(exposure.contains { $0.contains("Overall exposure level") })
        }
    }

    @Test("a backup runs as the user of the server, with its home and its environment")
    func same() throws {
        func settings(_ name: String) throws -> Set<String> {
            Set(
                try String(
                    contentsOfFile: Project.folder + "/Packaging/systemd/" + name, encoding: .utf8
                ).split(separator: "\n").map(String.init))
        }
        let (server, backup) = (try settings("fleet.service"), try settings("fleet-backup.service"))
        for setting in [
            "User=fleet", "DynamicUser=yes", "Environment=FLEET_HOME=/var/lib/fleet",
            "EnvironmentFile=-/etc/default/fleet", "StateDirectoryMode=0700", "UMask=0077",
            // The runtime sets priorities of threads, and a refused call must not end the program:
            // `.ci/release/try-service` runs both under systemd.
            "SystemCallFilter=setpriority", "SystemCallErrorNumber=EPERM",
        ] { #expect(server.contains(setting) && backup.contains(setting), "\(setting)") }
        #expect(server.contains("StateDirectory=fleet"))
        #expect(backup.contains("StateDirectory=fleet fleet-backups"))
    }
}
#endif
