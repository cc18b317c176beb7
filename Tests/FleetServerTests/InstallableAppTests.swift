import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Pages as an app that starts without a connection")
struct InstallableAppTests {
    @Test("The manifest names icons that exist, with their types and sizes, and may be loaded")
    func manifest() async throws {
        let stranger = try await ServedTeam().stranger
        let answer = try await stranger.get("/manifest.webmanifest")
        #expect(answer.fields[.contentType] == "application/manifest+json")
        #expect(answer.fields[.cacheControl] == "no-cache")
        #expect(answer.fields[.contentSecurityPolicy]?.contains("manifest-src 'self';") == true)
        let manifest = try answer.json()
        #expect(manifest["start_url"] as? String == "/" && manifest["scope"] as? String == "/")
        let icons = try #require(manifest["icons"] as? [[String: String]])
        #expect(Set(icons.compactMap { $0["purpose"] }) == ["any", "maskable"])
        for icon in icons {
            let file = try await stranger.get(try #require(icon["src"]))
            #expect(file.status == 200 && file.fields[.contentType] == icon["type"])
            #expect(file.fields[.cacheControl]?.contains("immutable") == true)
            guard icon["type"] == "image/png" else { continue }
            // PNG, section 11.2.2: the width and the height are the bytes 16 to 23.
            let size = file.bytes[16..<24].map(Int.init)
            #expect(icon["sizes"] == "\(size[2] << 8 + size[3])x\(size[6] << 8 + size[7])")
        }
    }

    @Test("The worker is asked for each time, and names the version and all assets")
    func worker() async throws {
        let server = try await ServedTeam()
        let answer = try await server.stranger.get("/worker.js")
        #expect(answer.fields[.contentType] == "text/javascript; charset=utf-8")
        #expect(answer.fields[.cacheControl] == "no-cache")
        let tag = try #require(answer.fields[.eTag])
        #expect(
            try await server.stranger.get("/worker.js", fields: [.ifNoneMatch: tag]).status == 304)
        let assets = server.server.environment.assets
        #expect(answer.text.contains("const folder = \"\(assets.path)\";"))
        for file in WebFile.all {
            guard let name = file.name(in: "assets/") else { continue }
            #expect(answer.text.contains("\"\(name)\""), "\(name)")
        }
        #expect(try await server.stranger.get("/offline").text.contains(assets.path + "/app.js"))
    }

    @Test("The pages of a person name the person; errors and pages for everybody name nobody")
    func person() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A-1")])])
        let ana = try await server.visitor("ana")
        let key = try #require(try await ana.get("/api/v1/session").json()["id"] as? String)
        let paths = ["/", "/map", "/favorites", "/sites", "/notes", "/notes/new", "/events"]
        for path in paths + ["/v/demo/A-1", "/scan", "/labels", "/account"] {
            #expect(try await ana.get(path).fields[.person] == key, "\(path)")
        }
        let root = try await server.visitor("root")
        for path in ["people", "sources", "alerts", "audit", "settings"] {
            #expect(try await root.get("/admin/" + path).fields[.person] != nil, "\(path)")
        }
        #expect(try await ana.get("/nothing").fields[.person] == nil)
        for path in ["/signin", "/register", "/offline"] {
            #expect(try await ana.get(path).fields[.person] == nil, "\(path)")
        }
    }

    @Test("A change that one person's page sends in the session of another one is refused")
    func otherSession() async throws {
        let server = try await ServedTeam()
        let (ana, bob) = (try await server.visitor("ana"), try await server.visitor("bob"))
        let key = try #require(try await ana.get("/api/v1/session").json()["id"] as? String)
        func send(_ visitor: Visitor) async throws -> Int {
            try await visitor.send(
                .post, "/api/v1/notes", json: #"{"text": "of ana"}"#, fields: [.person: key]
            ).status
        }
        #expect(try await send(bob) == 401)
        #expect(try await send(ana) == 201)
        #expect(try await bob.get("/notes").text.contains("of ana") == false)
    }

    @Test("Signing out clears what the browser keeps, except for the changes of others")
    func clearing() async throws {
        let server = try await ServedTeam()
        func field(_ method: HTTPRequest.Method, _ target: String) async throws -> String? {
            try await server.visitor("root").send(method, target, fields: ServedTeam.origins)
                .fields[HTTPField.Name("Clear-Site-Data")!]
        }
        let all = #""cache", "storage""#
        #expect(try await field(.post, "/signout") == all)
        #expect(try await field(.post, "/signout?keep=storage") == #""cache""#)
        #expect(try await field(.post, "/account/sign-out-everywhere") == all)
        #expect(try await field(.delete, "/api/v1/session") == all)
        #expect(try await field(.delete, "/api/v1/sessions") == all)
        #expect(try await field(.get, "/notes") == nil)
    }
}
