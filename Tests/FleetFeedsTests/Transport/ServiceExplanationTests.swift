import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetFeeds

@Suite("The explanation of a service is one short line without secrets")
struct ServiceExplanationTests {
    private static func text(_ body: String, hiding secrets: [String] = []) -> String? {
        ServiceExplanation(Array(body.utf8), hiding: secrets).text
    }

    @Test(
        "It is the message of the JSON, the title of the page or the first line",
        arguments: [
            ("Slow down\nplease", "Slow down"), ("\r\n  \t\r\n Slow\u{2028}down", "Slow"),
            (
                #"{"statusCode": 429, "message": "Try again in 3 seconds."}"#,
                "Try again in 3 seconds."
            ),
            (
                #"{"type": "about:blank", "title": "T", "detail": "One request a second"}"#,
                "One request a second"
            ),
            (#"{"error": "invalid_key"}"#, "invalid_key"),
            (#"{"error": {"code": 7, "message": "Over quota"}}"#, "Over quota"),
            (#"{"error": "x", "error_description": "The key is old"}"#, "The key is old"),
            (
                #"{"fault": {"faultstring": "Rate exceeded", "detail": {"errorcode": "p"}}}"#,
                "Rate exceeded"
            ),
            (#"{"errors": [{"detail": "First"}, {"detail": "Second"}]}"#, "First"),
            (#"{"message": "", "error": "Second"}"#, "Second"), (#""plain text""#, "plain text"),
            (#"[{"message": "in a list"}]"#, "in a list"),
            ("[gateway] is busy", "[gateway] is busy"),
            (#"{"status": 429}"#, nil), (#"{"message": "cut"#, nil), ("{}", nil), ("", nil),
            (" \n ", nil), ("<html><head><title>Blocked by\nthe firewall</title>", "Blocked by"),
            ("<Error/>", nil), ("PK\u{3}\u{0}", nil),
        ] as [(String, String?)])
    func found(body: String, text: String?) { #expect(Self.text(body) == text) }

    @Test("Control and invisible characters are left out, and quotation marks do not end it")
    func controls() {
        #expect(Self.text("a\u{1B}[31mb\u{7}\u{202E}c\u{200B}") == "a [31mb c")
        #expect(Self.text(#"{"message": "a\u0000b\u001b]0;x"}"#) == "a b ]0;x")
        #expect(Self.text(#"say "no""#) == "say 'no'")
    }

    @Test("It is bounded, whatever its characters are")
    func bounded() throws {
        let long = try #require(Self.text(String(repeating: "word ", count: 2000)))
        #expect(long.unicodeScalars.count == 161 && long.hasSuffix("…"))
        let marks = try #require(Self.text("a" + String(repeating: "\u{301}", count: 4000)))
        #expect(marks.unicodeScalars.count == 161)
    }

    @Test("Secrets of the request and of addresses are hidden")
    func secrets() {
        let secrets = ["hush-7391", "hush%2F1"]
        #expect(Self.text("key hush-7391 is used up", hiding: secrets) == "key … is used up")
        #expect(Self.text("HUSH-7391 is used up", hiding: secrets) == nil)
        #expect(
            Self.text("see https://u:p@example.com/x?token=abc&a=1#frag", hiding: [])
                == "see https://example.com/x?token=…&a=1#…")
    }

    @Test("A quota is recognized in any part of the body but that of a web page")
    func quota() {
        func isAboutQuota(_ body: String) -> Bool {
            ServiceExplanation(Array(body.utf8), hiding: []).isAboutQuota
        }
        for body in [
            "API rate limit exceeded for 192.0.2.1",
            #"{"code": "QUOTA_EXCEEDED", "message": "No"}"#,
            "Sorry.\nToo many requests", #"{"error": "request-limit reached"}"#, "Throttled",
        ] {
            #expect(isAboutQuota(body), "\(body)")
        }
        for body in ["Forbidden", "", "<html><body>our rate limit</body></html>"] {
            #expect(!isAboutQuota(body), "\(body)")
        }
    }

    @Test(
        "A response that repeats the request shows no secret of it",
        arguments: ["400 Bad Request", "403 Forbidden", "500 Oops"])
    func echo(status: String) async throws {
        let server = try TestServer { _, request in
            let headers = request.headers.map { "\($0.key): \($0.value)" }.joined(separator: " ")
            return TestServer.Response(
                status: status,
                body: Array("\(request.target) \(headers) \(request.target)".utf8))
        }
        defer { server.stop() }
        var access = ResolvedCredentials()
        access.headers = [
            .init(name: "X-Key", value: "hush-header"),
            .init(
                name: "Authorization",
                value: "Basic " + Data("me:hush-password".utf8).base64EncodedString()),
        ]
        access.queryItems = ["key": "hush/query 1"]
        let address = "http://you:hush-user@127.0.0.1:\(server.port)/feed?token=hush-link&a=1"
        for access in [access, ResolvedCredentials()] {
            let reader = TestReader(of: address, access: access)
            let failure = try await reader.failure(address)
            #expect(!failure.cause.lowercased().contains("hush"), "\(failure.cause)")
            for secret in ["me:hush-password", "you:hush-user"] {
                let encoded = Data(secret.utf8).base64EncodedString()
                #expect(!failure.cause.contains(encoded))
            }
            await reader.documents.transport.shutdown()
        }
    }

    @Test("It is read from a compressed body, and from the start of a large one")
    func bodies() async throws {
        let zipped = try await failure { connection in
            while connection.request() != nil {
                connection.respond(
                    TestServer.Response(
                        status: "500 Oops", headers: ["Content-Encoding: gzip"],
                        body: Gzip.stored(Array("out of order".utf8))))
            }
        }
        #expect(zipped.explanation == "out of order")
        let large = try await failure { connection in
            while connection.request() != nil {
                let text = "out of order\n" + String(repeating: "x", count: 1 << 20)
                connection.respond(
                    TestServer.Response(status: "500 Oops", body: Array(text.utf8)))
            }
        }
        #expect(large.explanation == "out of order")
    }

    @Test("A body that never ends delays the failure only shortly")
    func endless() async throws {
        let failure = try await failure({ $0.explanationTimeout = .milliseconds(50) }) {
            connection in
            _ = connection.request()
            connection.send("HTTP/1.1 500 Oops\r\nContent-Length: 99\r\n\r\nslow")
            connection.waitForClose()
        }
        #expect(failure.reason == .service(.status(500)))
    }
}
