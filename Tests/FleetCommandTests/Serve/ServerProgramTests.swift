import FleetTestSupport
import Foundation
import Testing

@Suite("fleet serve starts the program of the server", .slots)
struct ServerProgramTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    /// Copies the client alone to the folder `bin` of the home; returns its path.
    private func clientAlone() async throws -> String {
        let folder = home.path(of: "bin")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        _ = try await Tool.run("install", "-m", "755", FleetHome.programs + "/fleet", folder)
        return folder + "/fleet"
    }

    private func run(_ client: String, _ arguments: String...) async throws -> Outcome {
        try await run(client, arguments)
    }

    private func run(_ client: String, _ arguments: [String]) async throws -> Outcome {
        let environment = home.environment
        return await (try Program(client, arguments, environment: environment, folder: home.path))
            .outcome()
    }

    @Test("without it, serve is one error, and other commands and usage errors do not need it")
    func missing() async throws {
        let client = try await clientAlone()
        try await run(client, "serve").failed(
            69,
            "the program fleet-server is neither in \(home.path)/libexec/fleet nor in "
                + "\(home.path)/bin",
            "install the package or archive again; in a checkout, run `make serve`")
        try await run(client, "serve", "--listen", "0.0.0.0:8080").failed(
            64, "--listen 0.0.0.0:8080 would send passwords over the network in the clear",
            "add --tls-cert and --tls-key, or a proxy with --trusted-proxy; see `fleet help server`"
        )
        #expect(try await run(client, "serve", "--audit-days", "0").status == 64)
        for help in [["serve", "--help"], ["help", "serve"]] {
            let text = try await run(client, help).succeeded().text
            #expect(text.contains("--ops-listen"))
        }
        #expect(try await run(client, "serve", "backup", "b.tar").succeeded().text.isEmpty)
    }

    @Test(
        "it is found in ../libexec/fleet before others, gets all options, and replaces the process")
    func libexec() async throws {
        let client = try await clientAlone()
        try FileManager.default.createDirectory(
            atPath: home.path(of: "libexec/fleet"), withIntermediateDirectories: true)
        try await home.install(
            script: #"printf '%s\n' "$$" "$@""#, as: "libexec/fleet/fleet-server")
        try await home.install(script: "echo another", as: "bin/fleet-server")
        let program = try Program(
            client, ["--verbose", "serve", "--listen", "127.0.0.1:1", "--source=a b", "--"],
            environment: home.environment, folder: home.path)
        let lines = await program.outcome().lines
        #expect(
            lines == [
                "\(program.processID)", "--verbose", "--listen", "127.0.0.1:1", "--source=a b",
                "--",
            ])
    }

    @Test("one that cannot run is one error with its cause")
    func unusable() async throws {
        let client = try await clientAlone()
        let server = try home.write("no program", to: "bin/fleet-server")
        try await run(client, "serve").failed(
            69, "cannot start \(server): Permission denied",
            "check its permissions, or install the package or archive again")
    }

    @Test("the program of the server explains its own mistakes")
    func mistakes() async throws {
        let server = FleetHome.programs + "/fleet-server"
        try await run(server, "--prot", "1").failed(
            64, "Unknown option '--prot'", "run `fleet-server --help`")
        #expect(try await run(server, "--help").succeeded().text.contains("--ops-listen"))
        #expect(try await run(server, "--version").succeeded().text.hasPrefix("fleet-server 0."))
    }
}
