import Testing

@Suite("Every failure of the way to a service is told", .slots)
struct ConnectionFailureTests {
    @Test("a host that does not exist")
    func unknownHost() async throws {
        // A label longer than any may be (RFC 1035, section 2.3.4): no name server is asked.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let address = "http://\(host)/gbfs.json"
        try await FleetHome().run("list", "--source", address).failed(
            69, "cannot reach \(address): no host is called \(host)",
            "check the address for a typing error")
    }

    @Test("a port at which nothing listens")
    func refused() async throws {
        let address = "http://127.0.0.1:1/gbfs.json"
        try await FleetHome().run("list", "--source", address).failed(
            69, "cannot reach \(address): connection refused",
            "check that the service runs and that the port is right")
    }

    @Test("a certificate that nobody signed")
    func untrusted() async throws {
        let home = try FleetHome()
        let server = try await certifiedServer(home)
        let port = try #require(server.soFar.text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/)).1
        let address = "https://127.0.0.1:\(port)/gbfs.json"
        try await home.run("list", "--source", address).failed(
            69, "cannot reach \(address): no secure connection (the certificate is not trusted)",
            "check the service's certificate, and that the address rightly begins with https")
        await server.killed()
    }

    /// A server of the openssl program, which has a key of its own making.
    private func certifiedServer(_ home: FleetHome) async throws -> Program {
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
        await server.until { $0.text.contains("ACCEPT 127.0.0.1") }
        return server
    }

    @Test("an address that is none, and a scheme that nobody knows")
    func badAddress() async throws {
        let home = try FleetHome()
        try await home.run("list", "--source", "ftp://example.org/gbfs.json").failed(
            64, "`ftp://example.org/gbfs.json` is no source: its scheme is not known",
            "give a name, an http(s) address, a file, sim://… or -")
        let list = try await home.run("list", "--source", "http://")
        #expect(list.status == 64)
    }
}
