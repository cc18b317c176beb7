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

    @Test("a feed of MDS is asked for a version if that is chosen, also by each refresh")
    func feedKind() async throws {
        let server = try await ServedHome("--allow-private-sources")
        let token = try await server.token("root")
        let document = try String(
            contentsOfFile: Project.fixture("mds/vehicles-1.2.json"), encoding: .utf8)
        let service = try TestServer { _, request in
            guard request.target == "/vehicles" else { return .status("404 Not Found") }
            let version = request.headers["accept"]?.firstMatch(of: /mds\+json;version=([0-9.]+)/)
            return version == nil || version?.1 == "1.2"
                ? .text(document) : .status("406 Not Acceptable")
        }
        func send(_ method: String, _ path: String, _ document: String) async throws -> String {
            try await server.home.shell(
                "curl -s -X \(method) -H 'Authorization: Bearer \(token)' "
                    + "-H 'Content-Type: application/json' -d '\(document)' -w '%{http_code}' "
                    + "\(server.url)/api/v1/sources\(path)"
            ).succeeded().text
        }
        func versions(from first: Int) -> [String] {
            service.requests.dropFirst(first).map { request in
                (request.headers["accept"]?.firstMatch(of: /json;version=([0-9.]+)/)?.1)
                    .map(String.init) ?? "none"
            }
        }
        func new(_ path: String) -> String {
            #"{"name":"ops","location":"\#(service.address(path))","mds":true}"#
        }
        let dead = try await send("POST", "", new("/nothing"))
        #expect(dead.hasSuffix("422") && dead.contains("Use the address of the vehicles of MDS"))
        let start = service.requests.count
        let added = try await send("POST", "", new("/vehicles"))
        #expect(added.hasSuffix("201") && added.contains("\"format\":\"MDS 1.2"), "\(added)")
        #expect(versions(from: start).prefix(2) == ["2.0", "1.2"])
        #expect(server.home.text(of: "preferences.json").contains("\"mds\""))
        let before = service.requests.count
        #expect(try await send("POST", "/ops/refresh", "{}").hasSuffix("200"))
        await service.waitUntil { $0.requests.count > before }
        #expect(Set(versions(from: before)) == ["1.2"])
        #expect(try await send("PATCH", "/ops", #"{"mds":false}"#).hasSuffix("200"))
        #expect(!server.home.text(of: "preferences.json").contains("\"mds\""))
        let plain = service.requests.count
        let other = new("/vehicles").replacing(",\"mds\":true", with: "")
            .replacing("\"ops\"", with: "\"plain\"")
        #expect(try await send("POST", "", other).hasSuffix("201"))
        #expect(versions(from: plain).contains("none"))
    }

    @Test("credentials are stored, used, replaced and removed, and no answer has their secrets")
    func credentials() async throws {
        let server = try await ServedHome("--allow-private-sources")
        let token = try await server.token("root")
        let feed = try TestServer { _, request in
            if request.target == "/token" {
                return String(decoding: request.body, as: UTF8.self).contains("hush-secret")
                    ? .text(#"{"access_token": "hush-token"}"#) : .status("401 Unauthorized")
            }
            let isKnown = ["Bearer hush-bearer", "Bearer hush-token"].contains(
                request.headers["authorization"])
            return isKnown ? .text(Feeds.longLived("A", "B")) : .status("401 Unauthorized")
        }
        func send(_ method: String, _ path: String, _ document: String) async throws -> String {
            let file = try server.home.write(document, to: "request.json")
            let answer = try await server.home.shell(
                "curl -s -X \(method) -H 'Authorization: Bearer \(token)' "
                    + "-H 'Content-Type: application/json' -d @\(file) -w '%{http_code}' "
                    + "\(server.url)/api/v1/sources\(path)"
            ).succeeded().text
            #expect(!answer.contains("hush-"), "\(answer)")
            return answer
        }
        func oauth(_ secret: String) -> String {
            #"{"type":"oauth","token_url":"\#(feed.address("/token"))","client_id":"me","#
                + #""client_secret":"\#(secret)","token_auth":"form"}"#
        }
        let add = #"{"name":"ops","location":"\#(feed.address())""#
        let open = try await send("POST", "", add + "}")
        #expect(open.hasSuffix("422"), "\(open)")
        #expect(open.contains("Choose and enter the credentials that the service needs."))
        let added = try await send(
            "POST", "", add + #", "credentials": {"type": "bearer", "token": "hush-bearer"}}"#)
        #expect(added.hasSuffix("201") && added.contains("\"vehicles\":2"), "\(added)")
        #expect(server.home.text(of: "credentials.json").contains("hush-bearer"))
        for (credentials, cause) in [
            (oauth("hush-wrong"), "no access token was issued (HTTP status 401)"),
            (
                #"{"type":"jwt","jwt_key":"hush-key","jwt_kid":"1","jwt_iss":"a","jwt_aud":"b"}"#,
                "the key is not in PEM format"
            ),
            (#"{"type":"header","header_name":"Host","header_value":"hush-x"}"#, "reserved"),
            (#"{"type":"none"}"#, "access denied"),
        ] {
            let answer = try await send("PATCH", "/ops", #"{"credentials": \#(credentials)}"#)
            #expect(answer.hasSuffix("422") && answer.contains(cause), "\(answer)")
        }
        #expect(server.home.text(of: "credentials.json").contains("hush-bearer"))
        let issued = try await send(
            "PATCH", "/ops", #"{"credentials": \#(oauth("hush-secret"))}"#)
        #expect(issued.hasSuffix("200") && issued.contains("\"vehicles\":2"), "\(issued)")
        let stored = server.home.text(of: "credentials.json")
        #expect(stored.contains("hush-secret") && !stored.contains("hush-bearer"))
        let kept = try await send("PATCH", "/ops", #"{"location":"\#(feed.address("/b.json"))"}"#)
        #expect(kept.hasSuffix("200"), "\(kept)")
        let removed = try await send(
            "PATCH", "/ops", #"{"location":"sim://demo", "credentials":{"type":"none"}}"#)
        #expect(removed.hasSuffix("200"), "\(removed)")
        #expect(!server.home.text(of: "credentials.json").contains("hush-"))
        for name in try server.home.files where name != "request.json" {
            let bytes = Data(server.home.bytes(of: name))
            #expect(bytes.range(of: Data("hush-".utf8)) == nil, "\(name)")
        }
    }
}
