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

@Suite("Commands whose PostgreSQL stops", .slots, .ownThreads) struct OutageCommandTests {
    private let postgres: PostgresServer
    private let home: FleetHome
    private let environment: [String: String]

    init() async throws {
        postgres = try PostgresServer()
        home = try FleetHome()
        environment = ["FLEET_DATABASE": postgres.address(of: "fleet")]
        _ = try await home.run(
            "source", "add", "town", Feeds.quick, "--no-check", environment: environment
        ).succeeded()
    }

    @Test(
        "fail with the status of a service, the address without secrets, and a hint",
        arguments: [["list"], ["refresh"], ["source", "list"], ["user", "list"]])
    func unreachable(command: [String]) async throws {
        try postgres.stop()
        let outcome = try await home.run(command, environment: environment)
        #expect(outcome.status == 69)
        let lines = outcome.errorText.split(separator: "\n")
        let shown = "postgres://fleet@\(postgres.folder)/fleet"
        #expect(lines.first?.hasPrefix("error: cannot reach the database \(shown): ") == true)
        let hint = "hint: check that the database runs and that its address, user and password "
        #expect(lines.dropFirst().first == "\(hint)are right, and try again")
        #expect(lines.count == 2)
    }

    @Test("serve waits, answers supervisors meanwhile, and serves when the database is back")
    func serve() async throws {
        try postgres.stop()
        let (port, probes) = (try TestServer.freePort(), try TestServer.freePort())
        let server = try home.start(
            "serve", "--listen", "127.0.0.1:\(port)", "--ops-listen", "127.0.0.1:\(probes)",
            environment: environment)
        await server.waitUntil {
            $0.errorText.contains(
                "warning waiting for the database cause=\"cannot reach the database ")
        }
        try await waitUntil("the listener answers") {
            try await status(of: "/health", probes) == 200
        }
        #expect(try await status(of: "/ready", probes) == 503)
        #expect(try await status(of: "/metrics", probes) == 404)
        try postgres.start()
        await server.waitUntil { $0.text.contains("serving http://127.0.0.1:\(port)") }
        try await waitUntil("the server is ready") {
            try await status(of: "/ready", probes) == 200
        }
        #expect(try await status(of: "/metrics", probes) == 200)
        await server.waitUntil {
            $0.errorText.contains("info leader change=elected feed=vehicles source=town")
        }
        server.send(SIGTERM)
        let end = await server.outcome()
        #expect(end.status == 0, "\(end.errorText)")
        #expect(end.errorText.contains("leader change=ended feed=vehicles source=town"))
    }

    @Test("serve that waits ends at SIGTERM with status 0")
    func stopped() async throws {
        try postgres.stop()
        let server = try home.start("serve", environment: environment)
        await server.waitUntil { $0.errorText.contains("waiting for the database") }
        server.send(SIGTERM)
        let end = await server.outcome()
        #expect(end.status == 0 && end.text.isEmpty, "\(end.errorText)")
    }

    @Test("serve does not wait for another password, or for another schema")
    func refused() async throws {
        let address = postgres.address(of: "fleet", user: "locked:wrong")
        let wrong = try await home.run("serve", environment: ["FLEET_DATABASE": address])
        #expect(wrong.status == 69)
        #expect(wrong.errorText.contains("password authentication failed"))
        #expect(!wrong.errorText.contains("waiting"))
        try postgres.sql("UPDATE fleet.schema_digest SET digest = 'other'", in: "fleet")
        let other = try await home.run("serve", environment: environment)
        #expect(other.status == 74)
        #expect(!other.errorText.contains("waiting"))
    }

    @Test("serve names a file of the secret that it cannot use, before it connects")
    func secret() async throws {
        try postgres.stop()
        let short = try home.write("short", to: "secret")
        _ = try await home.shell("chmod 600 '\(short)'").succeeded()
        let missing = home.path + "/missing"
        for (path, cause) in [
            (short, "\(short) has fewer than 32 bytes"),
            (missing, "cannot read \(missing): No such file or directory"),
            (home.path, "cannot read \(home.path): Is a directory"),
        ] {
            let outcome = try await home.run(
                "serve", environment: environment.merging(["FLEET_SECRET_FILE": path]) { $1 })
            #expect(outcome.status == 74)
            #expect(outcome.errorText.hasPrefix("error: \(cause)\n"), "\(outcome.errorText)")
        }
    }

    /// Returns the status of the response to a request; 0 if the server does not listen.
    private func status(of target: String, _ port: Int) async throws -> Int {
        let request =
            "GET \(target) HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\nConnection: close\\r\\n\\r\\n"
        let response = try await home.shell(
            "bash -c \"exec 3<>/dev/tcp/127.0.0.1/\(port) && printf '\(request)' >&3 && cat <&3\"")
        return response.text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    @Test("follow a source again when it is back, and meanwhile name the database")
    func watch() async throws {
        let watch = try home.start("watch", "--format", "ndjson", environment: environment)
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try postgres.stop()
        await watch.waitUntil { $0.text.contains("cannot reach postgres://fleet@") }
        #expect(watch.output.text.contains(#""state":"failed""#))
        let count = watch.output.lines.count
        try postgres.start()
        await watch.waitUntil { output in
            output.lines.dropFirst(count).contains { $0.contains(#""state":"live""#) }
        }
        await watch.interrupt()
    }
}
