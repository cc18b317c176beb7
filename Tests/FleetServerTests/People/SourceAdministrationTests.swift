import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FleetServer

@Suite("The administration of sources")
struct SourceAdministrationTests {
    @Test("An administrator adds, renames, publishes and removes sources, which the log records")
    func forms() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.uuidString
        let forms: [(String, [(String, String)])] = [
            ("/admin/sources", [("name", "oslo"), ("location", "https://9.9.9.9/gbfs.json")]),
            ("/admin/sources", [("name", "sim"), ("location", "sim://b"), ("ids", "stable")]),
            (path, [("do", "rename"), ("name", "paris")]),
            (path, [("do", "publish"), ("publish", "page"), ("publish", "gbfs")]),
            (path, [("do", "publish")]),
            (path, [("do", "remove")]),
        ]
        for (target, form) in forms {
            #expect(try await root.post(target, form).location == "/admin/sources")
        }
        #expect(
            settings.changes == [
                "add oslo https://9.9.9.9/gbfs.json - public", "add sim sim://b no public",
                "rename paris",
                "publish true true", "publish false false", "remove",
            ])
        let entries = try await server.audit(6).reversed()
        #expect(
            entries.map(\.subject) == [
                "oslo", "sim", "demo: renamed to paris", "demo: publishes gbfs, page",
                "demo: publishes nothing", "demo",
            ])
        #expect(entries.map(\.action).last == .sourceRemoved)
    }

    @Test("A program does the same by a token that writes, and one that reads does not")
    func documents() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let writer = try await server.program("writer", .administrator, .write)
        let reader = try await server.program("reader", .administrator, .read)
        let requests: [(HTTPRequest.Method, String, String)] = [
            (.post, "/api/v1/sources", #"{"name": "b", "location": "sim://b", "ids": "rotating"}"#),
            (.patch, "/api/v1/sources/demo", #"{"name": "c"}"#),
            (.patch, "/api/v1/sources/old-demo", #"{"publish": ["gbfs"]}"#),
            (.delete, "/api/v1/sources/demo", "{}"),
        ]
        for (method, path, document) in requests {
            #expect(try await reader.send(method, path, json: document).status == 403)
            #expect(try await writer.send(method, path, json: document).status == 204)
        }
        #expect(
            settings.changes == [
                "add b sim://b yes public", "rename c", "publish false true", "remove",
            ])
        for document in ["{}", #"{"name": "c", "publish": []}"#, #"{"publish": ["notes"]}"#] {
            let answer = try await writer.send(.patch, "/api/v1/sources/demo", json: document)
            #expect(answer.status == 422)
        }
        #expect(try await writer.send(.delete, "/api/v1/sources/nothing").status == 404)
    }

    @Test(
        "Files, commands, variables, other schemes and private networks cannot be sources",
        arguments: [
            "/etc/passwd", "feed.json", "-", "@/etc/passwd", "file:///etc/passwd", "FILE:/etc/x",
            "ftp://9.9.9.9/", "$HOME", "!cat /etc/passwd", "gopher://9.9.9.9", "", " sim://a",
            "https://9.9.9.9/a b", "https://9.9.9.9\\@127.0.0.1/", "https://9.9.9.9/\u{0}",
            "https:///gbfs.json", "https://", "http://[::1", "https://ø.example/",
            "http://127.0.0.1/", "http://localhost:8080/", "http://2130706433/", "http://0x7f.1/",
            "http://127.1/", "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data",
            "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://[fd00::1]/", "http://[fe80::1]/",
            "http://0.0.0.0/", "http://user:secret@192.168.1.1/", "http://[2002:7f00:1::]/",
            "http://[64:ff9b::7f00:1]/", "http://100.64.0.1/", "http://224.0.0.1/",
        ])
    func locations(location: String) async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let answer = try await root.post(
            "/admin/sources", [("name", "new"), ("location", location)])
        #expect(answer.status == 422)
        #expect(!answer.text.contains("secret") && !answer.text.contains("/etc/passwd"))
        #expect(settings.changes.isEmpty)
    }

    @Test("Private networks are allowed by an option; the public Internet always is")
    func privateSources() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(
            sourceAdministration: settings, options: { $0.allowsPrivateSources = true })
        let root = try await server.visitor("root")
        let answer = try await root.post(
            "/admin/sources", [("name", "new"), ("location", "http://10.0.0.1/x")])
        #expect(answer.status == 303)
        #expect(settings.changes == ["add new http://10.0.0.1/x - all"])
        for address in ["9.9.9.9", "2620:fe::fe"] {
            #expect(SourceRules.isPublic(try #require(ClientAddress(address))), "\(address)")
        }
    }

    @Test("A host is public only if all of its addresses are")
    func resolved() async throws {
        let mixed = SourceRules(allowsPrivate: false) { _ in
            ["9.9.9.9", "10.0.0.1"].compactMap { ClientAddress($0) }
        }
        await #expect(throws: Problem.self) { try await mixed.location("https://a.example/") }
        let unknown = SourceRules(allowsPrivate: false) { _ in [] }
        await #expect(throws: Problem.self) { try await unknown.location("https://a.example/") }
        let asked = Mutex<[String]>([])
        let rules = SourceRules(allowsPrivate: false) { host in
            asked.withLock { $0.append(host) }
            return [ClientAddress("9.9.9.9")].compactMap(\.self)
        }
        _ = try await rules.location("https://user:secret@[2620:FE::9]:8443/x?y#z")
        _ = try await rules.location("HTTPS://A.example?x")
        #expect(asked.withLock(\.self) == ["2620:fe::9", "a.example"])
    }

    @Test(
        "A name that is not one, or is taken, is refused on the page",
        arguments: [
            ("", 422), (hostile, 422), ("../x", 422), ("Oslo", 422), ("-a", 422), ("demo", 409),
            ("taken", 409),
        ])
    func names(name: String, status: Int) async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.uuidString
        let forms = [
            try await root.post("/admin/sources", [("name", name), ("location", "sim://a")]),
            try await root.post(path, [("do", "rename"), ("name", name)]),
        ]
        for answer in forms {
            #expect(answer.status == status)
            #expect(
                answer.text.contains("role=\"alert\"") && !answer.text.contains("<script>alert"))
        }
        #expect(settings.changes.isEmpty)
        #expect(try await server.audit()[0].action == .signedIn)
    }

    @Test("Without write access to the settings, the page only shows the sources, without secrets")
    func readOnly() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let failure = FeedFailure(.status(503), at: "https://example.com/?token=…")
        server.sources.set(
            .failed(failure, retryAt: nil, attempt: 1, nil), of: server.sources.all[0].uuid)
        let page = try await root.get("/admin/sources")
        #expect(page.status == 200)
        #expect(page.text.contains("sim://demo") && page.text.contains("cannot be read"))
        #expect(page.values("action").allSatisfy { !$0.hasPrefix("/admin/sources") })
        let answer = try await root.post(
            "/admin/sources", [("name", "new"), ("location", "sim://a")])
        #expect(answer.status == 409)
    }
}

/// Settings of sources that record what is asked of them; the name `taken` is taken.
private final class RecordedSettings: SourceAdministration {
    private let recorded = Mutex<[String]>([])
    var changes: [String] { recorded.withLock(\.self) }

    func add(
        _ name: String, at location: Location, rotation: IDRotation?, publicHostsOnly: Bool
    ) async throws {
        let hosts = publicHostsOnly ? "public" : "all"
        try record("add \(name) \(location.text) \(rotation?.rawValue ?? "-") \(hosts)", name)
    }

    func rename(_ source: UUID, to name: String) async throws { try record("rename \(name)", name) }

    func remove(_ source: UUID) async throws { try record("remove") }

    func setPublications(
        _ publications: Set<Source.Publication>, of source: UUID
    ) async throws {
        try record("publish \(publications.contains(.page)) \(publications.contains(.gbfs))")
    }

    private func record(_ change: String, _ name: String? = nil) throws {
        guard name != "taken" else { throw SourceChangeError.nameTaken }
        recorded.withLock { $0.append(change) }
    }
}
