import FleetTestSupport
import Foundation
import Testing

#if os(Linux)
@Suite("fleet-admin runs commands as the user of the service", .slots)
struct AdminScriptTests {
    private static let unit = """
        [Unit]
        Description=Test
        [Service]
        ExecStart=/usr/bin/fleet serve \\
            --listen 127.0.0.1:8080
        User=fleet
        DynamicUser=yes
        StateDirectory=fleet
        Restart=on-failure
        Environment=FLEET_SECRET_FILE=%d/secret PGPASSFILE=%t/fleet/pgpass
        LoadCredential=secret:/etc/fleet/secret
        EnvironmentFile=-/etc/default/fleet
        """

    /// Writes the script and programs in place of systemd's; each prints what it was started with.
    /// - Parameters:
    ///   - pid: The process of the server; 0 without one.
    ///   - programs: More programs, with their scripts.
    private static func install(
        in home: FleetHome, pid: Int32, userID: Int = 0, programs: [String: String] = [:]
    ) async throws {
        let script = try String(
            contentsOfFile: Project.folder + "/Packaging/systemd/fleet-admin", encoding: .utf8)
        try home.write(script.replacing("@PREFIX@", with: home.path), to: "fleet-admin")
        try home.write(unit, to: "unit")
        try FileManager.default.createDirectory(
            atPath: home.path + "/bin", withIntermediateDirectories: true)
        let shown = "printf '<%s>\\n' \"$0\" \"$@\""
        let all = [
            "systemctl": "case $1 in show) echo \(pid) ;; cat) cat '\(home.path)/unit' ;; esac",
            "systemd-run": shown, "id": "echo \(userID)", "fleet": shown + "; export -p",
            "nsenter": shown + #"; env; while [ "$1" != /bin/bash ]; do shift; done; exec "$@""#,
        ].merging(programs) { $1 }
        for (name, script) in all { try await home.install(script: script, as: "bin/" + name) }
    }

    /// Runs the script with the programs of the home first in the path.
    private static func run(
        _ arguments: String, in home: FleetHome, variables: [String: String] = [:]
    ) async throws -> Outcome {
        try await home.shell(
            "PATH='\(home.path)/bin':$PATH exec bash fleet-admin \(arguments)",
            environment: variables)
    }

    /// Starts a process with the environment of a server.
    private static func server(in home: FleetHome) throws -> Program {
        try Program(
            "/bin/sh", ["-c", "echo; exec sleep 600"],
            environment: [
                "FLEET_HOME": home.path, "FLEET_SECRET": "a b\n'c' \"$d\"", "NOTIFY_SOCKET": "/x",
                "LD_LIBRARY_PATH": "/y",
            ], folder: home.path)
    }

    @Test("beside a server it gets the server's environment and no other, and passes arguments on")
    func running() async throws {
        let home = try FleetHome()
        let server = try Self.server(in: home)
        defer { server.send(SIGKILL) }
        await server.waitUntil { !$0.lines.isEmpty }
        try await Self.install(in: home, pid: server.processID)
        let outcome = try await Self.run(
            "note add 'a  b' '' '$HOME' '*' --text=-x", in: home,
            variables: ["MINE": "secret", "TERM": "linux"]
        ).succeeded()
        let started = outcome.lines.filter { $0.hasPrefix("<") }
        #expect(
            started.prefix(4).dropFirst() == ["<--target>", "<\(server.processID)>", "<--mount>"])
        // What runs with the rights of root has nothing of the server's environment.
        #expect(!outcome.lines.contains { $0.hasPrefix("FLEET_") || $0.hasPrefix("LD_") })
        #expect(
            started.suffix(8) == [
                "<\(home.path)/bin/fleet>", "<note>", "<add>", "<a  b>", "<>", "<$HOME>", "<*>",
                "<--text=-x>",
            ])
        #expect(!started.joined().contains("a b\n"))
        #expect(outcome.text.contains("export FLEET_HOME='\(home.path)'"))
        #expect(outcome.text.contains("export TERM='linux'"))
        #expect(outcome.text.contains("FLEET_SECRET='a b\n"))
        #expect(!outcome.text.contains("MINE=") && !outcome.text.contains("NOTIFY_SOCKET="))
    }

    @Test("without a server it takes over who the unit runs as, its folders and its environment")
    func stopped() async throws {
        let home = try FleetHome()
        try await Self.install(in: home, pid: 0)
        let outcome = try await Self.run("user list '100%' '$HOME'", in: home).succeeded()
        let started = outcome.lines
        for option in [
            "User=fleet", "DynamicUser=yes", "StateDirectory=fleet",
            "LoadCredential=secret:/etc/fleet/secret", "EnvironmentFile=-/etc/default/fleet",
        ] { #expect(started.contains("<--property=\(option)>")) }
        let unit = try #require(started.first { $0.hasPrefix("<--unit=") })
            .dropFirst(8).dropLast()
        #expect(
            started.contains(
                "<--property=Environment=FLEET_SECRET_FILE=/run/credentials/\(unit)/secret "
                    + "PGPASSFILE=/run/fleet/pgpass>"))
        #expect(!outcome.text.contains("Restart") && !outcome.text.contains("ExecStart="))
        #expect(
            started.suffix(6) == [
                "<-->", "<\(home.path)/bin/fleet>", "<user>", "<list>", "<100%>", "<$$HOME>",
            ])
    }

    @Test("another user than root, and a unit without a user, are refused")
    func refused() async throws {
        let home = try FleetHome()
        try await Self.install(in: home, pid: 0, userID: 1000)
        try await Self.run("user list", in: home).failed(
            77, "only root can run commands as the user of the service",
            "run `sudo fleet-admin …`")
        try await Self.install(in: home, pid: 0)
        try home.write("[Service]\nExecStart=/usr/bin/fleet serve\n", to: "unit")
        let outcome = try await Self.run("user list", in: home)
        outcome.failed(
            66, "fleet.service is not installed, or names no user",
            "install the package, or name the unit in FLEET_UNIT")
        #expect(outcome.text.isEmpty)
    }

    @Test(
        "beside a real process it runs as its user, in its mounts, with no more rights",
        .enabled(if: geteuid() == 0, "only root can become another user"))
    func real() async throws {
        let home = try FleetHome()
        try await Self.install(in: home, pid: 0)
        for name in ["nsenter", "id"] {
            try FileManager.default.removeItem(atPath: "\(home.path)/bin/\(name)")
        }
        try await home.install(
            script:
                "id -u; id -g; umask; cat /mnt/here; cat; printf '%s\\n' \"$FLEET_HOME\" \"$@\"",
            as: "bin/fleet")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: home.path)
        let server = try Program(
            "/usr/bin/env",
            [
                "unshare", "--mount", "sh", "-c",
                """
                mount -t tmpfs none /mnt && echo inside > /mnt/here && echo && exec setpriv \
                    --reuid 65534 --regid 65534 --clear-groups env -i FLEET_HOME=/h sleep 600
                """,
            ], environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"], folder: home.path)
        defer { server.send(SIGKILL) }
        await server.waitUntil { !$0.lines.isEmpty }
        try await waitUntil("the process has become another user") {
            try Tool.lines(of: ["ps", "-o", "uid=,comm=", "-p", "\(server.processID)"])
                .first?.contains("65534 sleep") == true
        }
        try await home.install(
            script: "echo \(server.processID)", as: "bin/systemctl")
        try home.write("input\n", to: "input")
        let outcome = try await Self.run("user list < input", in: home).succeeded()
        #expect(
            outcome.lines == ["65534", "65534", "0077", "inside", "input", "/h", "user", "list"])
    }
}
#endif
