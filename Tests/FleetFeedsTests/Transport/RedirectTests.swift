import FleetCore
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
        let server = try ScriptedServer { request, connection in
            if request.target == "/there/feed.json" { return connection.respond("{\"a\":1}") }
            let host = request.headers["host"] ?? ""
            let location = link.replacing("HOST", with: host)
            connection.respond(status: status, headers: ["Location: \(location)"], "moved")
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address("/there/old"))
        let response = try await reader.document(server.address("/there/old"))
        #expect(response.text == "{\"a\":1}")
        #expect(response.base == server.address("/there/feed.json"))
        #expect(response.cacheEntry.address == server.address("/there/old"))
        await reader.documents.shutdown()
    }

    @Test("Five redirects are followed, six are not")
    func limit() async throws {
        let server = try ScriptedServer { request, connection in
            let left = Int(request.target.dropFirst()) ?? 0
            if left == 0 { return connection.respond("{}") }
            connection.respond(status: "302 Found", headers: ["Location: /\(left - 1)"])
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        #expect(try await reader.text(server.address("/5")) == "{}")
        let failure = try await reader.failure(server.address("/6"))
        #expect(failure.reason == .tooManyRedirects(limit: 5))
        #expect(server.log.requests.count == 12)
        await reader.documents.shutdown()
    }

    @Test("A redirect loop is detected when it first returns")
    func loop() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(
                status: "302 Found", headers: ["Location: \(request.target == "/a" ? "/b" : "/a")"])
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address("/a"))
        let failure = try await reader.failure(server.address("/a"))
        #expect(failure.reason == .tooManyRedirects(limit: 5))
        #expect(server.log.requests.map(\.target) == ["/a", "/b"])
        await reader.documents.shutdown()
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
            connection.respond(status: "302 Found", headers: ["Location: \(link)"])
        }
        #expect(failure.reason == .badRedirect(to: link))
    }

    @Test("One refresh makes at most 20 requests, including redirects")
    func requests() async throws {
        let server = try ScriptedServer { request, connection in
            if request.target == "/old" {
                connection.respond(status: "302 Found", headers: ["Location: /new"])
            } else {
                connection.respond("{}")
            }
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        for _ in 0..<10 { _ = try await reader.text(server.address("/old")) }
        let failure = try await reader.failure(server.address("/old"))
        #expect(failure.reason == .requestLimit(20))
        #expect(server.log.requests.count == 20)
        let next = reader.documents.session(for: server.address())
        guard case .read = try await next.read(server.address("/new")) else {
            Issue.record("the next refresh starts a new count")
            return
        }
        await reader.documents.shutdown()
    }
}
