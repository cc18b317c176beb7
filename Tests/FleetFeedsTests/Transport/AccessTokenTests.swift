import FleetCore
import FleetTestSupport
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("Access tokens are requested, renewed, and never shown")
struct AccessTokenTests {
    private static let secret = "s3cret/of the client"

    private static func access(
        _ address: String, _ authentication: TokenGrant.Authentication = .basic,
        scope: String? = nil
    ) throws -> ResolvedCredentials {
        var grant = TokenGrant(address: address, clientID: "city:1", secretVariable: "SECRET")
        (grant.authentication, grant.scope) = (authentication, scope)
        var credentials = Credentials()
        credentials.tokenGrant = grant
        return try credentials.resolved { $0 == "SECRET" ? secret : nil }
    }

    /// A service that issues the tokens `t0k3n-1`, `t0k3n-2` and so on, and accepts only the last.
    private static func service(
        lifetime: String = "900", refusing refused: Int = 0
    ) throws -> TestServer {
        let count = Mutex(0)
        let refusals = Mutex(refused)
        return try TestServer { _, request in
            if request.target == "/token" {
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                return .text(
                    #"{"access_token": "t0k3n-\#(number)", "expires_in": \#(lifetime), "token_type": "Bearer"}"#
                )
            }
            let isRefused = refusals.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            if isRefused { return .status("401 Unauthorized") }
            return .text(request.headers["authorization"] ?? "none")
        }
    }

    @Test(
        "The client sends its ID and secret in the chosen form",
        arguments: [
            (TokenGrant.Authentication.basic, "grant_type=client_credentials&scope=a%20b"),
            (
                .form,
                "grant_type=client_credentials&scope=a%20b&client_id=city%3A1"
                    + "&client_secret=s3cret%2Fof%20the%20client"
            ),
            (
                .json,
                #"{"grant_type":"client_credentials","client_id":"city:1","#
                    + #""client_secret":"s3cret/of the client","scope":"a b"}"#
            ),
        ])
    func request(form: TokenGrant.Authentication, body: String) async throws {
        let server = try Self.service()
        defer { server.stop() }
        let access = try Self.access(server.address("/token"), form, scope: "a b")
        let reader = TestReader(of: server.address("/v"), access: access)
        #expect(try await reader.text(server.address("/v")) == "Bearer t0k3n-1")
        #expect(try await reader.text(server.address("/v?page=2")) == "Bearer t0k3n-1")
        let requests = server.requests
        #expect(requests.map(\.target) == ["/token", "/v", "/v?page=2"])
        #expect(requests[0].line.hasPrefix("POST"))
        #expect(String(decoding: requests[0].body, as: UTF8.self) == body)
        // "city%3A1:s3cret%2Fof%20the%20client"
        let basic = "Basic Y2l0eSUzQTE6czNjcmV0JTJGb2YlMjB0aGUlMjBjbGllbnQ="
        #expect(requests[0].headers["authorization"] == (form == .basic ? basic : nil))
        await reader.documents.transport.shutdown()
    }

    @Test("A token is renewed at nine tenths of its life, and one without a life after an hour")
    func renewal() throws {
        let tokens = try #require(try Self.access("https://auth.example/t").tokens)
        let start = Timestamp(seconds: 1000)
        #expect(tokens.current(at: start) == nil)
        tokens.issue("a", lifetime: 100, at: start)
        #expect(tokens.current(at: start + .seconds(89)) == "a")
        #expect(tokens.current(at: start + .seconds(90)) == nil)
        tokens.issue("b", lifetime: nil, at: start)
        #expect(tokens.current(at: start + .seconds(3239)) == "b")
        #expect(tokens.current(at: start + .seconds(3240)) == nil)
        tokens.refuse("a")
        #expect(tokens.current(at: start) == "b")
        tokens.refuse("b")
        #expect(tokens.current(at: start) == nil)
    }

    @Test("A refused token is replaced once", arguments: [1, 2])
    func refused(times: Int) async throws {
        let server = try Self.service(refusing: times)
        defer { server.stop() }
        let reader = TestReader(
            of: server.address("/v"), access: try Self.access(server.address("/token")))
        if times == 1 {
            #expect(try await reader.text(server.address("/v")) == "Bearer t0k3n-2")
        } else {
            let failure = try await reader.failure(server.address("/v"))
            #expect(failure == FeedFailure(.access(.accessDenied(401)), at: server.address("/v")))
        }
        #expect(server.requests.map(\.target) == ["/token", "/v", "/token", "/v"])
        await reader.documents.transport.shutdown()
    }

    @Test("Only the source's own origin receives tokens, and no link may contain one")
    func origins() async throws {
        let server = try Self.service()
        let other = try TestServer { _, request in
            .text(request.headers["authorization"] ?? "none")
        }
        defer { [server, other].forEach { $0.stop() } }
        let access = try Self.access(server.address("/token"))
        let reader = TestReader(of: server.address("/v"), access: access)
        _ = try await reader.text(server.address("/v"))
        #expect(try await reader.text(other.address("/v")) == "none")
        #expect(access.appear(in: other.address("/v?x=t0k3n-1")))
        #expect(access.appear(in: other.address("/v?x=s3cret%2Fof%20the%20client")))
        #expect(!access.redacted("failed with t0k3n-1 and \(Self.secret)").contains("t0k3n"))
        #expect(!access.redacted(Self.secret).contains("s3cret"))
        var text = ""
        dump(access, to: &text)
        #expect(!"\(access) \(text) \(String(reflecting: access))".contains("s3cret"))
        await reader.documents.transport.shutdown()
    }

    @Test(
        "A token request that fails shows neither secret nor response",
        arguments: [
            ("401 Unauthorized", "{}", FeedFailure.Reason.access(.tokenRefused("HTTP status 401"))),
            ("400 Bad Request", #"{"error":"s3cret"}"#, .access(.tokenRefused("HTTP status 400"))),
            (
                "400 Bad Request", #"{"error":"invalid_scope"}"#,
                .access(.tokenRefused("HTTP status 400, invalid_scope"))
            ),
            ("503 Busy", "", .service(.status(503))),
            (
                "200 OK", #"{"access_token": "a\nb"}"#,
                .content(.notJSON("no bearer token in the response"))
            ),
            (
                "200 OK", #"{"access_token": "s3cret", "token_type": "mac"}"#,
                .content(.notJSON("no bearer token in the response"))
            ),
            ("200 OK", "s3cret", .content(.notJSON("no bearer token in the response"))),
            ("302 Found", "", .service(.status(302))),
            ("200 OK", String(repeating: " ", count: 70_000), .size(.tooLarge(limit: 65_536))),
        ])
    func failures(status: String, body: String, reason: FeedFailure.Reason) async throws {
        let server = try TestServer { _, _ in
            var response = TestServer.Response.status(status, "Location: /other")
            response.body = Array(body.utf8)
            return response
        }
        defer { server.stop() }
        let lines = Mutex<[String]>([])
        let reader = TestReader(
            of: server.address("/v"), access: try Self.access(server.address("/token")),
            limits: { $0.log = DiagnosticLog { line in lines.withLock { $0.append(line) } } })
        let failure = try await reader.failure(server.address("/v"))
        #expect(failure.reason == reason)
        #expect(failure.location == server.address("/token"))
        #expect(!"\(failure)\(failure.cause)\(lines.withLock { $0 })".contains("s3cret"))
        #expect(server.requests.map(\.target) == ["/token"])
        await reader.documents.transport.shutdown()
    }

    @Test(
        "The secret goes over http only to this machine",
        arguments: [
            ("https://auth.example/token", true), ("http://127.0.0.1:9/token", true),
            ("http://auth.example/token", false), ("ftp://auth.example/token", false),
            ("token", false),
        ])
    func address(text: String, isValid: Bool) {
        #expect(((try? Self.access(text)) != nil) == isValid)
    }
}
