import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("HTTPS connections require a trusted certificate")
struct TLSTests {
    /// Calls `check` with a reader and the address of a server with this certificate.
    private static func read(
        _ certificate: String = TestCertificate.good, response: String = "", isTrusted: Bool = true,
        _ check: (TestReader, String) async throws -> Void
    ) async throws {
        let server = try TestServer(certificate: certificate) { connection in
            if connection.request() != nil { connection.send(response) }
        }
        try await withCertificateFile(certificate) { path async throws -> Void in
            let reader = TestReader(
                of: server.address(), limits: { $0.trust(isTrusted ? path : nil) })
            try await check(reader, server.address())
            await reader.documents.transport.shutdown()
        }
    }

    @Test("A document is read from a host with a trusted certificate")
    func trusted() async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
        try await Self.read(response: response) { reader, address async throws -> Void in
            let text = try await reader.text(address)
            #expect(text == "{}")
        }
    }

    @Test(
        "A self-signed or expired certificate and one of another host are rejected",
        arguments: [
            (TestCertificate.good, false, "the certificate is not trusted"),
            (TestCertificate.expired, true, "the certificate is not trusted"),
            (TestCertificate.otherHost, true, "the certificate is for another host"),
        ])
    func untrusted(certificate: String, isTrusted: Bool, message: String) async throws {
        try await Self.read(certificate, isTrusted: isTrusted) {
            reader, address async throws -> Void in
            let failure = try await reader.failure(address)
            #expect(failure.reason == .network(.tls(message)))
        }
    }

    @Test("A body cut off inside the TLS stream counts as truncated")
    func truncated() async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"
        try await Self.read(response: response) { reader, address async throws -> Void in
            let failure = try await reader.failure(address)
            #expect(failure.reason == .network(.truncated))
        }
    }

    @Test("A redirect from HTTPS to HTTP is rejected")
    func downgrade() async throws {
        let link = "http://127.0.0.1:1/feed"
        let response = "HTTP/1.1 302 Found\r\nLocation: \(link)\r\n\r\n"
        try await Self.read(response: response) { reader, address async throws -> Void in
            let failure = try await reader.failure(address)
            #expect(failure.reason == .link(.badRedirect(to: link)))
        }
    }

    @Test("A server without TLS is reported differently from one that closes the connection")
    func plain() async throws {
        let plain = try TestServer { connection in
            connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClose()
        }
        let closing = try TestServer { _ in }
        defer { [plain, closing].forEach { $0.stop() } }
        for (server, message) in [(plain, "the server does not use TLS"), (closing, nil)] {
            let address = "https://127.0.0.1:\(server.port)/feed"
            let reader = TestReader(of: address)
            let failure = try await reader.failure(address)
            if let message { #expect(failure.reason == .network(.tls(message))) }
            #expect(failure.kind == .connection)
            await reader.documents.transport.shutdown()
        }
    }

    @Test("Certificates that cannot be read are an error that names the variable")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let garbage = try folder.write("garbage", to: "certificate.pem")
        let address = "https://127.0.0.1:1/feed"
        for (variable, value) in [
            ("SSL_CERT_FILE", "/no/such/file"), ("SSL_CERT_DIR", "\(folder.path):/no/such/folder"),
        ] {
            let reader = TestReader(
                of: address, limits: { $0.environment = { $0 == variable ? value : nil } })
            let failure = try await reader.failure(address)
            #expect(
                failure.reason
                    == .machine(
                        .badEnvironment(
                            variable: variable, cause: "cannot be read (no such file or directory)")
                    ))
            // Not needed without TLS.
            let plain = try await reader.failure("http://127.0.0.1:1/feed")
            #expect(plain.reason == .network(.connectionRefused))
            await reader.documents.transport.shutdown()
        }
        let server = try TestServer(certificate: TestCertificate.good) { $0.waitForClose() }
        let reader = TestReader(of: address, limits: { $0.trust(garbage) })
        let failure = try await reader.failure(server.address())
        #expect(failure.kind == .connection)
        await reader.documents.transport.shutdown()
    }

    @Test("The certificates of the file and of each folder are trusted, also together")
    func fileAndFolders() async throws {
        let (empty, folder) = (try TemporaryFolder(), try TemporaryFolder())
        let file = try folder.write(TestCertificate.good, to: "good.pem")
        let server = try TestServer(certificate: TestCertificate.good) { connection in
            if connection.request() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
        }
        defer { server.stop() }
        for variables in [
            ["SSL_CERT_FILE": file, "SSL_CERT_DIR": empty.path],
            ["SSL_CERT_DIR": "\(empty.path):\(folder.path)"],
        ] {
            let reader = TestReader(
                of: server.address(), limits: { $0.environment = { variables[$0] } })
            #expect(try await reader.text(server.address()) == "{}")
            await reader.documents.transport.shutdown()
        }
    }

    @Test("A TLS handshake without a reply times out")
    func silent() async throws {
        let silent = try TestServer { $0.waitForClose() }
        defer { silent.stop() }
        let address = "https://127.0.0.1:\(silent.port)/feed"
        let reader = TestReader(of: address, limits: { $0.connectTimeout = .milliseconds(80) })
        let failure = try await reader.failure(address)
        #expect(
            [.network(.connectTimeout(seconds: 1)), .network(.tls("the handshake timed out"))]
                .contains(failure.reason))
        await silent.waitUntil { $0.closes == 1 }
        await reader.documents.transport.shutdown()
    }
}

extension HTTPLimits {
    /// Sets the only environment variable, `SSL_CERT_FILE`.
    mutating func trust(_ path: String?) {
        environment = { name in name == "SSL_CERT_FILE" ? path : nil }
    }
}

/// Calls `body` with the path of a temporary file that contains a certificate.
func withCertificateFile(
    _ certificate: String, _ body: (String) async throws -> Void
) async throws {
    let folder = try TemporaryFolder()
    try await body(try folder.write(certificate, to: "certificate.pem"))
    withExtendedLifetime(folder) {}
}
