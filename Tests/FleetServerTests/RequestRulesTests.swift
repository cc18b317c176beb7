import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import FleetServer

@Suite("Rules of requests")
struct RequestRulesTests {
    @Test(
        "Every response restricts what browsers do with it",
        arguments: ["/", "/nothing", "/health", "/assets/x/fleet.css", "/api/v1/nothing"])
    func fields(target: String) async throws {
        let answer = try await ServedTeam().stranger.get(target)
        let policy = try #require(answer.fields[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
        #expect(answer.fields[.xContentTypeOptions] == "nosniff")
    }

    @Test(
        "A foreign host name is refused, and says nothing about the server",
        arguments: [
            "evil.example", "localhost:9999", "localhost", "", "127.0.0.1:8080.evil.example",
            "localhost:08080", "127.0.0.1:00008080", "[::1]:08080", "localhost.:8080",
        ])
    func foreignHost(host: String) async throws {
        let server = try await ServedTeam()
        for target in ["/", "/metrics", "/health/x", "/api/v1/sources"] {
            let answer = try await server.stranger.send(.get, target, host: host)
            #expect(answer.status == 421, "\(target)")
        }
        #expect(try await server.stranger.send(.post, "/health", host: host).status == 421)
    }

    @Test(
        "Probes are answered under any host name", arguments: ["/health", "/ready"],
        ["evil.example", "10.1.2.3:8080", ""])
    func probes(target: String, host: String) async throws {
        let answer = try await ServedTeam().stranger.send(.get, target, host: host)
        #expect(answer.status == 200)
    }

    @Test(
        "The names of this machine are accepted",
        arguments: ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
    func ownHost(host: String) async throws {
        let answer = try await ServedTeam().stranger.send(.get, "/signin", host: host)
        #expect(answer.status == 200)
    }

    @Test(
        "The host in the target of a request counts, whatever the field Host names",
        arguments: [
            ("http://evil.example/signin", 421), ("http://evil.example:8080/signin", 421),
            ("http://localhost:8080@evil.example/signin", 421), ("http:///signin", 421),
            ("http://localhost:9999/signin", 421), ("ftp://localhost:8080/signin", 421),
            ("/signin?http://evil.example/", 200), ("//evil.example/signin", 404),
            ("http://localhost:8080/signin", 200), ("http://127.0.0.1:8080/signin", 200),
            ("http://evil.example/health", 200),
        ])
    func foreignTarget(target: String, status: Int) async throws {
        try await LiveServer.run { server in
            let found = try await EventStreamClient.open(target, at: server.port, cookie: nil) {
                $0.status
            }
            #expect(found == status)
        }
    }

    @Test("A request that names two hosts is refused")
    func twoHosts() async throws {
        let name = try #require(HTTPField.Name("Host"))
        let answer = try await ServedTeam().stranger.send(
            .get, "/health", fields: [name: "evil.example"])
        #expect(answer.status == 400)
    }

    @Test("Content that is malformed or cut off is the client's error")
    func brokenContent() async throws {
        let server = try await ServedTeam()
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost:8080", path: "/api/v1/session",
            headerFields: [.contentType: "application/json"])
        let content = AsyncThrowingStream<ByteBuffer, any Error> {
            $0.yield(ByteBuffer(string: "{"))
            $0.finish(throwing: ChannelError.eof)
        }
        let response = try await server.server.responder().respond(
            to: Request(head: head, body: RequestBody(asyncSequence: content)),
            context: ServerContext(
                source: ApplicationRequestContextSource(
                    channel: EmbeddedChannel(), logger: Logger(label: "test"))))
        #expect(response.status == .badRequest)
    }

    @Test("Until an administrator exists, every page names the set-up link")
    func setup() async throws {
        let server = try await ServedTeam(isSetUp: false)
        for target in ["/", "/map", "/v/demo/a", "/account"] where target == "/" {
            let answer = try await server.stranger.get(target)
            #expect(answer.status == 503)
            #expect(answer.text.contains("set-up link"))
        }
    }

    @Test("A program gets a problem document, and a person a page")
    func problems() async throws {
        let server = try await ServedTeam()
        let page = try await server.stranger.get("/nothing")
        #expect(page.status == 404)
        #expect(page.fields[.contentType]?.hasPrefix("text/html") == true)
        #expect(page.text.contains("nothing at this address"))
        #expect(page.text.contains("Go to the list"))
        let problem = try await server.stranger.get("/nothing", fields: [.accept: "*/*"])
        #expect(problem.fields[.contentType] == "application/problem+json")
        #expect(try problem.json()["status"] as? Int == 404)
        #expect(problem.fields[.requestID] != nil)
    }

    @Test(
        "The page of an error has the navigation for people who are signed in",
        arguments: ["/nothing", "/v/demo/none", "/notes/0192a5c4-7c0e-7000-9d3c-5f0e6d3c2b1a"])
    func navigation(target: String) async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let page = try await ana.get(target)
        #expect(page.status == 404)
        #expect(page.values("href").contains("/map") && page.text.contains("Account of ana"))
        #expect(try await ana.get("/admin/people").values("href").contains("/map"))
        #expect(try await !server.stranger.get("/nothing").values("href").contains("/map"))
    }

    @Test("Another method answers 405 with the methods that there are")
    func methods() async throws {
        let answer = try await ServedTeam().stranger.send(.delete, "/health")
        #expect(answer.status == 405)
        #expect(answer.fields[.allow] == "GET")
    }

    @Test("Assets have a strong tag, and are kept for good under the address of their version")
    func assets() async throws {
        let server = try await ServedTeam()
        let path = server.server.environment.assets.path
        let answer = try await server.stranger.get(path + "/fleet.css")
        #expect(answer.status == 200)
        #expect(answer.fields[.cacheControl]?.contains("immutable") == true)
        let tag = try #require(answer.fields[.eTag])
        let again = try await server.stranger.get(path + "/fleet.css", fields: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(try await server.stranger.get(path + "/..%2ffleet.css").status == 404)
    }

    @Test("A trusted proxy names the client; anybody else cannot")
    func forwarded() throws {
        let proxies = [try #require(AddressRange("10.0.0.0/8"))]
        func client(_ peer: String, _ field: String?) throws -> String? {
            IPAddress(
                of: try SocketAddress(ipAddress: peer, port: 1), forwardedFor: field,
                trusting: proxies)?
                .text
        }
        #expect(try client("10.0.0.1", "203.0.113.7") == "203.0.113.7")
        #expect(try client("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.0.0.2") == "203.0.113.7")
        #expect(try client("192.0.2.1", "203.0.113.7") == "192.0.2.1")
        #expect(try client("10.0.0.1", "nonsense") == "10.0.0.1")
    }
}
