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

    @Test("serve with another key than the other servers, or with none, is refused at once")
    func otherKey() async throws {
        let (first, second) = (
            try home.write(Self.key("a"), to: "a"), try home.write(Self.key("b"), to: "b")
        )
        _ = try await home.shell("chmod 600 '\(first)' '\(second)'").succeeded()
        func variables(_ path: String) -> [String: String] {
            environment.merging(["FLEET_SECRET_FILE": path]) { $1 }
        }
        _ = try await home.run("serve", "migrate", environment: variables(first)).succeeded()
        let shown = "postgres://fleet@\(postgres.folder)/fleet"
        let hint =
            "set FLEET_SECRET_FILE to a copy of the key file that the servers of this database use; "
            + "if it is lost, run `fleet serve rotate-key --to FILE --discard`"
        for command in [["serve"], ["serve", "migrate"]] {
            try await home.run(command, environment: variables(second)).failed(
                77, "the key in \(second) is not that of the servers of \(shown)", hint)
        }
        try await home.run("serve", environment: environment).failed(
            77, "the servers of \(shown) use a key, and FLEET_SECRET_FILE is not set", hint)
        let rotated = try await home.run(
            "serve", "rotate-key", "--to", second, environment: variables(first)
        ).succeeded()
        #expect(
            rotated.errorText
                == "the database has the key in \(second); sealed anew: credentials of 0 sources\n")
        _ = try await home.run("serve", "migrate", environment: variables(second)).succeeded()
        try await home.run("serve", environment: variables(first)).failed(
            77, "the key in \(first) is not that of the servers of \(shown)", hint)
    }

    private static func key(_ letter: String) -> String { String(repeating: letter, count: 40) }

    @Test("serve and migrate refuse a database that is not UTF-8")
    func encoding() async throws {
        try postgres.sql(
            "CREATE DATABASE latin OWNER fleet ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        for command in [["serve"], ["serve", "migrate"], ["list"]] {
            try await home.run(
                command, environment: ["FLEET_DATABASE": postgres.address(of: "latin")]
            ).failed(
                74,
                "the database postgres://fleet@\(postgres.folder)/latin stores text as LATIN1, "
                    + "which lacks characters of UTF-8",
                "make another with Documentation/postgresql-roles.sql, or with `CREATE DATABASE … "
                    + "ENCODING 'UTF8' TEMPLATE template0`, and copy the data into it")
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
