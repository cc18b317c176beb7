import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Redirects are followed within limits")
struct RedirectTests {
    @Test(
        "Every redirect status is followed, with an absolute or a relative link",
        arguments: [
            "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect",
            "308 Permanent Redirect",
        ], ["/there/feed.json", "feed.json", "../there/feed.json", "//HOST/there/feed.json"])
    func followed(status: String, link: String) async throws {
        let server = try TestServer { _, request in
            if request.target == "/there/feed.json" { return .text("{\"a\":1}") }
            let host = request.headers["host"] ?? ""
            return .status(status, "Location: \(link.replacing("HOST", with: host))")
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address("/there/old"))
        let response = try await reader.document(server.address("/there/old"))
        #expect(response.text == "{\"a\":1}")
        #expect(response.base == server.address("/there/feed.json"))
        #expect(response.cacheEntry.address == server.address("/there/old"))
        await reader.documents.transport.shutdown()
    }

    @Test("Five redirects are followed, six are not")
    func limit() async throws {
        let server = try TestServer { _, request in
            let left = Int(request.target.dropFirst()) ?? 0
            return left == 0 ? .text("{}") : .redirect(to: "/\(left - 1)")
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        #expect(try await reader.text(server.address("/5")) == "{}")
        let failure = try await reader.failure(server.address("/6"))
        #expect(failure.reason == .link(.tooManyRedirects(limit: 5)))
        #expect(server.requests.count == 12)
        await reader.documents.transport.shutdown()
    }

    @Test("A redirect loop is detected when it first returns")
    func loop() async throws {
        let server = try TestServer { _, request in
            .redirect(to: request.target == "/a" ? "/b" : "/a")
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address("/a"))
        let failure = try await reader.failure(server.address("/a"))
        #expect(failure.reason == .link(.tooManyRedirects(limit: 5)))
        #expect(server.requests.map(\.target) == ["/a", "/b"])
        await reader.documents.transport.shutdown()
    }

    @Test(
        "Redirects to anything but the web are rejected",
        arguments: [
            "file:///etc/passwd", "sim://demo", "ftp://127.0.0.1/feed", "data:,{}", "http:///feed",
            "http://127.0.0.1:99999/", "http://a b/", "unix:/tmp/socket", "http+unix://x/feed",
        ])
    func schemes(link: String) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(.redirect(to: link))
        }
        #expect(failure.reason == .link(.badRedirect(to: link)))
    }

    @Test("Optional documents leave enough requests for one that is needed, with its redirects")
    func optional() async throws {
        let server = try TestServer { _, request in
            request.target == "/old" ? .redirect(to: "/new") : .text("{}")
        }
        defer { server.stop() }
        let documents = TestReader(of: server.address()).documents
        let session = documents.session(for: server.address())
        let optional = DocumentRequest(
            address: server.address("/old"), cached: nil, accept: nil, role: .optional)
        for _ in 0..<7 { _ = try await session.read(optional) }
        let failure = await #expect(throws: FeedFailure.self) { try await session.read(optional) }
        #expect(failure?.reason == .size(.requestLimit(20)))
        for _ in 0..<3 { _ = try await session.read(server.address("/old")) }
        #expect(server.requests.count == 20)
        await documents.transport.shutdown()
    }

    @Test("One refresh makes at most 20 requests, including redirects")
    func requests() async throws {
        let server = try TestServer { _, request in
            request.target == "/old" ? .redirect(to: "/new") : .text("{}")
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        for _ in 0..<10 { _ = try await reader.text(server.address("/old")) }
        let failure = try await reader.failure(server.address("/old"))
        #expect(failure.reason == .size(.requestLimit(20)))
        #expect(server.requests.count == 20)
        let next = reader.documents.session(for: server.address())
        guard case .read = try await next.read(server.address("/new")) else {
            Issue.record("the next refresh starts a new count")
            return
        }
        await reader.documents.transport.shutdown()
    }
}
