import FleetTestSupport
import Testing

@Suite("Every connection failure is reported", .slots)
struct ConnectionFailureTests {
    @Test("an unknown host is reported")
    func unknownHost() async throws {
        // The label exceeds 63 octets (RFC 1035, section 2.3.4), so no name server is queried.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let address = "http://\(host)/gbfs.json"
        try await FleetHome().run("list", "--source", address).failed(
            69, "cannot reach \(address): cannot resolve host \(host)",
            "check the address for typos")
    }

    @Test("a refused connection is reported")
    func refused() async throws {
        let address = "http://127.0.0.1:1/gbfs.json"
        try await FleetHome().run("list", "--source", address).failed(
            69, "cannot reach \(address): connection refused",
            "check that the service is running and that the port is correct")
    }

    @Test("an untrusted certificate is reported")
    func untrusted() async throws {
        let home = try FleetHome()
        let server = try await selfSignedServer(home)
        let port = try #require(server.output.text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/)).1
        let address = "https://127.0.0.1:\(port)/gbfs.json"
        try await home.run("list", "--source", address).failed(
            69, "cannot reach \(address): TLS connection failed (the certificate is not trusted)",
            "check the service's certificate and whether the address should begin with https")
        await server.forceKill()
    }

    /// Starts `openssl s_server` with a self-signed certificate.
    private func selfSignedServer(_ home: FleetHome) async throws -> Program {
        let request =
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
            + "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout key -out certificate"
        try await home.shell(request).succeeded()
        let arguments = [
            "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", "certificate", "-key", "key",
        ]
        let server = try Program(
            "/usr/bin/env", ["openssl"] + arguments, environment: home.environment,
            folder: home.path)
        await server.waitUntil { $0.text.contains("ACCEPT 127.0.0.1") }
        return server
    }

    @Test("an invalid address and an unknown scheme are rejected")
    func badAddress() async throws {
        let home = try FleetHome()
        try await home.run("list", "--source", "ftp://example.org/gbfs.json").failed(
            64, "`ftp://example.org/gbfs.json` is not a source: unknown scheme",
            "use a name, an http(s) address, a file, sim://… or -")
        let list = try await home.run("list", "--source", "http://")
        #expect(list.status == 64)
    }
}
