import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Encrypted connections are made with those who can be trusted")
struct TLSTests {
    /// Reads from a server that shows a certificate, which is trusted or not.
    private static func read(
        _ certificate: String = TestCertificate.good, response: String = "", isTrusted: Bool = true,
        _ check: (Reading, String) async throws -> Void
    ) async throws {
        let server = try await TLSServer(certificate: certificate, response: response)
        try await withCertificateFile(certificate) { path async throws -> Void in
            let reading = Reading(
                of: server.address(), limits: { if isTrusted { $0.trustedCertificates = path } })
            try await check(reading, server.address())
            await reading.reader.shutdown()
        }
        try await server.stop()
    }

    @Test("a document is read from a host with a trusted certificate")
    func trusted() async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
        try await Self.read(response: response) { reading, address async throws -> Void in
            let text = try await reading.text(address)
            #expect(text == "{}")
        }
    }

    @Test(
        "a certificate that is nobody's, another host's or expired is not trusted",
        arguments: [
            (TestCertificate.good, false, "the certificate is not trusted"),
            (TestCertificate.expired, true, "the certificate is not trusted"),
            (TestCertificate.otherHost, true, "the certificate is of another host"),
        ])
    func untrusted(certificate: String, isTrusted: Bool, words: String) async throws {
        try await Self.read(certificate, isTrusted: isTrusted) {
            reading, address async throws -> Void in
            let failure = try await reading.failure(address)
            #expect(failure.reason == .tls(words))
        }
    }

    @Test("a body that is cut off within the encryption is not taken as whole")
    func truncated() async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"
        try await Self.read(response: response) { reading, address async throws -> Void in
            let failure = try await reading.failure(address)
            #expect(failure.reason == .truncated)
        }
    }

    @Test("no redirect leads from https to http")
    func downgrade() async throws {
        let link = "http://127.0.0.1:1/feed"
        let response = "HTTP/1.1 302 Found\r\nLocation: \(link)\r\n\r\n"
        try await Self.read(response: response) { reading, address async throws -> Void in
            let failure = try await reading.failure(address)
            #expect(failure.reason == .badRedirect(to: link))
        }
    }

    @Test("a server that does not encrypt is told from one that breaks off")
    func plain() async throws {
        let plain = try ScriptedServer { connection in
            connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClose()
        }
        let mute = try ScriptedServer { _ in }
        defer { [plain, mute].forEach { $0.stop() } }
        for (server, words) in [(plain, "the server does not encrypt"), (mute, nil)] {
            let address = "https://127.0.0.1:\(server.port)/feed"
            let reading = Reading(of: address)
            let failure = try await reading.failure(address)
            if let words { #expect(failure.reason == .tls(words)) }
            #expect(failure.kind == .connection)
            await reading.reader.shutdown()
        }
    }

    @Test("a handshake without end runs into the limit of the connection")
    func silent() async throws {
        let silent = try ScriptedServer { $0.waitForClose() }
        defer { silent.stop() }
        let address = "https://127.0.0.1:\(silent.port)/feed"
        let reading = Reading(of: address, limits: { $0.connect = .milliseconds(80) })
        let failure = try await reading.failure(address)
        #expect(
            [.connectTimeout(seconds: 1), .tls("the handshake took too long")]
                .contains(failure.reason))
        await silent.until { $0.closes == 1 }
        await reading.reader.shutdown()
    }
}
