import FleetCore
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("Tokens that the client signs itself")
struct SignedTokenTests {
    private static let newKey = "openssl ecparam -name prime256v1 -genkey -noout"

    /// Runs a command of a shell that prints a key.
    private static func key(_ command: String) async throws -> String {
        String(decoding: try await Tool.run("sh", "-c", command), as: UTF8.self)
    }

    private static func access(_ key: String) throws -> ResolvedCredentials {
        var credentials = Credentials()
        credentials.tokenSigning = TokenSigning(
            privateKey: key, keyID: "k 1", issuer: "the \"city\"", audience: "https://ops.example")
        credentials.headers = [
            .init(name: "Authorization", value: "Basic abcd"), .init(name: "X-City", value: "bern"),
        ]
        return try credentials.resolved { _ in nil }
    }

    /// A service that refuses some requests, and sends others back the header with the token.
    private static func service(refusing refused: Int = 0) throws -> TestServer {
        let refusals = Mutex(refused)
        return try TestServer { _, request in
            let isRefused = refusals.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            return isRefused
                ? .status("401 Unauthorized") : .text(request.headers["authorization"] ?? "none")
        }
    }

    @Test(
        "openssl verifies the token of a key in any form",
        arguments: [
            "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
            // With the parameters of the curve before the key.
            "openssl ecparam -name prime256v1 -genkey",
            newKey + " | sed 's/$/\r/'",
        ])
    func verified(command: String) async throws {
        let key = try await Self.key(command)
        let server = try Self.service()
        defer { server.stop() }
        let reader = TestReader(of: server.address(), access: try Self.access(key))
        let header = try await reader.text(server.address())
        let token = try #require(header.split(separator: " ").last)
        #expect(header == "Bearer " + token)
        #expect(server.requests[0].headers["x-city"] == "bern")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Oracle/jwt.py").path
        let input = try JSONSerialization.data(
            withJSONObject: ["key": key, "token": String(token)])
        let parts = try await Tool.run(Tool.python, script, input: Array(input))
        #expect(
            try await Tool.jq(".[] | to_entries | sort_by(.key) | map(\"\\(.value)\")[]", parts)
                == [
                    "ES256", "k 1", "JWT", "https://ops.example", "784112077", "784111777",
                    "the \"city\"",
                ])
        await reader.documents.transport.shutdown()
    }

    @Test("A token is signed again at nine tenths of its five minutes")
    func renewed() async throws {
        let server = try Self.service()
        defer { server.stop() }
        let key = try await Self.key(Self.newKey)
        let time = Mutex(Timestamp(seconds: 1_000_000))
        let reader = TestReader(
            of: server.address(), access: try Self.access(key), now: { time.withLock(\.self) })
        let first = try await reader.text(server.address())
        time.withLock { $0 = $0 + .seconds(269) }
        #expect(try await reader.text(server.address()) == first)
        time.withLock { $0 = $0 + .seconds(1) }
        #expect(try await reader.text(server.address()) != first)
        await reader.documents.transport.shutdown()
    }

    @Test("A refused token is replaced once", arguments: [1, 2])
    func refused(times: Int) async throws {
        let server = try Self.service(refusing: times)
        defer { server.stop() }
        let key = try await Self.key(Self.newKey)
        let reader = TestReader(of: server.address(), access: try Self.access(key))
        if times == 1 {
            #expect(try await reader.text(server.address()).hasPrefix("Bearer "))
        } else {
            let failure = try await reader.failure(server.address())
            #expect(failure == FeedFailure(.access(.accessDenied(401)), at: server.address()))
        }
        let tokens = server.requests.map { $0.headers["authorization"] }
        #expect(tokens.count == 2 && Set(tokens).count == 2)
        await reader.documents.transport.shutdown()
    }

    @Test(
        "A text that is not a private key for P-256 is an error that shows nothing of it",
        arguments: [
            ("openssl ecparam -name secp384r1 -genkey -noout", "is not for the curve P-256"),
            ("openssl ecparam -name secp256k1 -genkey -noout", "is not for the curve P-256"),
            ("openssl genpkey -algorithm ed25519", "is not for the curve P-256"),
            ("openssl genpkey -algorithm RSA", "is not for the curve P-256"),
            ("openssl genrsa -traditional 2048", "is not a private key for ES256"),
            (newKey + " | openssl ec -pubout", "is not a private key for ES256"),
            (newKey + " | openssl ec -aes128 -passout pass:a", "is encrypted"),
            (newKey + " | openssl pkcs8 -topk8 -passout pass:a", "is encrypted"),
            (newKey + " | sed 3d", "is not for the curve P-256"),
            (newKey + " | tr M -", "is damaged"), ("echo secret", "is not in PEM format"),
            ("true", "is not in PEM format"),
        ])
    func wrongKeys(command: String, detail: String) async throws {
        let key = try await Self.key(command + " 2>/dev/null")
        let failure = try #require(throws: FeedFailure.self) { try Self.access(key) }
        #expect(failure.reason == .access(.badSigningKey(detail)), "\(failure.reason)")
        #expect(failure.kind == .usage && failure.hint.contains("P-256 in PEM format"))
        for line in key.split(whereSeparator: \.isNewline) where !line.hasPrefix("-----") {
            #expect(!"\(failure)\(failure.cause)".contains(line))
        }
    }

    @Test("Without libcrypto, the error names its package, and is not one of the service")
    func missingLibrary() {
        let failure = FeedFailure(.machine(.signingLibraryMissing), at: "credentials")
        #expect(
            failure.cause
                == "credentials: OpenSSL 3 (libcrypto), which signs tokens, is not installed")
        #expect(failure.hint == "install it: `apt install libssl3` or `brew install openssl@3`")
        #expect(failure.kind == .input && failure.isLocal)
    }

    @Test("No address and no message may contain the key or a token")
    func secret() async throws {
        let server = try Self.service()
        defer { server.stop() }
        let key = try await Self.key(Self.newKey)
        let access = try Self.access(key)
        let reader = TestReader(of: server.address(), access: access)
        let token = try await reader.text(server.address()).dropFirst("Bearer ".count)
        let lines = key.split(separator: "\n").map(String.init)
        let pkcs8 = try await Tool.run(
            "openssl", "pkcs8", "-topk8", "-nocrypt", "-outform", "DER", input: Array(key.utf8))
        let forms = [Data(pkcs8).base64EncodedString(), lines.dropFirst().dropLast().joined()]
        for secret in [String(token), lines[1], key] + forms {
            #expect(access.appear(in: server.address("/v?x=" + PercentEncoding.encoded(secret))))
            #expect(access.redacted("failed with \(secret).") == "failed with ….")
        }
        var text = ""
        dump(access, to: &text)
        #expect(!"\(access) \(text) \(String(reflecting: access))".contains(lines[1]))
        await reader.documents.transport.shutdown()
    }
}
