import FleetTestSupport
import Foundation
import Testing

@Suite("The sources that administrators add to a server", .slots)
struct ServedSourceTests {
    @Test("a simulation with a wrong option is refused with the reason, and nothing is saved")
    func simulations() async throws {
        let server = try await ServedHome()
        let token = try await server.token("root")
        func add(_ query: String) async throws -> String {
            let document = #"{"name":"s","location":"sim://demo?\#(query)"}"#
            return try await server.home.shell(
                "curl -s -H 'Authorization: Bearer \(token)' -H 'Content-Type: application/json' "
                    + "-d '\(document)' -w '%{http_code}' \(server.url)/api/v1/sources"
            ).succeeded().text
        }
        let refusals = [
            ("vehicles=1000001", "vehicles must be a whole number between 0 and 1000000."),
            ("speed=2", "unknown parameter speed; use vehicles, seed"),
        ]
        for (query, cause) in refusals {
            let answer = try await add(query)
            #expect(answer.hasSuffix("422") && answer.contains(cause), "\(answer)")
        }
        let list = try await server.home.run("source", "list").succeeded()
        #expect(!list.text.contains("speed") && !list.text.contains("1000001"))
        #expect(try await add("vehicles=5").hasSuffix("201"))
    }

    @Test("a feed is read before it is saved, and the change is on the page that answers")
    func checked() async throws {
        let server = try await ServedHome("--allow-private-sources")
        let token = try await server.token("root")
        let feed = try TestServer { _, request in
            request.target == "/feed.json"
                ? .text(Feeds.longLived("A", "B", "C")) : .status("404 Not Found")
        }
        func send(_ method: String, _ path: String, _ document: String) async throws -> String {
            try await server.home.shell(
                "curl -s -X \(method) -H 'Authorization: Bearer \(token)' "
                    + "-H 'Content-Type: application/json' -d '\(document)' -w '%{http_code}' "
                    + "\(server.url)/api/v1/sources\(path)"
            ).succeeded().text
        }
        func names() async throws -> [Substring] {
            let list = try await send("GET", "", "")
            return list.matches(of: /"name": ?"([^"]*)"/).map(\.output.1)
        }
        let dead = try await send(
            "POST", "", #"{"name":"oslo","location":"\#(feed.address("/nothing.json"))"}"#)
        #expect(dead.hasSuffix("422") && dead.contains("404"), "\(dead)")
        #expect(try await names() == ["demo"])
        let added = try await send(
            "POST", "", #"{"name":"oslo","location":"\#(feed.address())"}"#)
        #expect(added.hasSuffix("201") && added.contains("\"vehicles\":3"), "\(added)")
        // The simulated fleet was served only because there was no source.
        #expect(try await names() == ["oslo"])
        // The default stays until a person changes it.
        #expect(
            try await send("POST", "", #"{"name":"a","location":"sim://demo?vehicles=3"}"#)
                .hasSuffix("201"))
        #expect(try await names() == ["oslo", "a"])
        #expect(try await send("PATCH", "/a", #"{"default":true}"#) == "204")
        #expect(try await names() == ["a", "oslo"])
        #expect(try await send("PATCH", "/oslo", #"{"name":"bergen"}"#) == "204")
        #expect(try await names() == ["a", "bergen"])
        let broken = try await send(
            "PATCH", "/bergen", #"{"location":"\#(feed.address("/nothing.json"))"}"#)
        #expect(broken.hasSuffix("422"), "\(broken)")
        let moved = try await send("PATCH", "/bergen", #"{"location":"sim://demo?vehicles=7"}"#)
        #expect(moved.hasSuffix("200") && moved.contains("\"vehicles\":7"), "\(moved)")
        #expect(try await send("DELETE", "/bergen", "{}") == "204")
        #expect(try await names() == ["a"])
        #expect(try await send("DELETE", "/a", "{}") == "204")
        #expect(try await names() == ["demo"])
    }
}
