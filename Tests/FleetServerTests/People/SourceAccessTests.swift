import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Credentials of sources that administrators enter")
struct SourceAccessTests {
    private static let address = "https://9.9.9.9/mds/vehicles"
    private static let kinds: [String: [(String, String)]] = [
        "none": [], "bearer": [("token", "hush-1")],
        "header": [("header_name", "X-Key"), ("header_value", "hush-2")],
        "oauth": [
            ("token_url", "https://9.9.9.9/token"), ("client_id", "city"),
            ("client_secret", "hush-3"), ("scope", "mds"), ("token_auth", "json"),
        ],
        "jwt": [
            ("jwt_key", "hush-4\nhush-5"), ("jwt_kid", "k"), ("jwt_iss", "city"),
            ("jwt_aud", "ops"),
        ],
    ]

    private static func credentials(_ kind: String) -> Credentials {
        var credentials = Credentials()
        switch kind {
        case "bearer":
            credentials.headers = [.init(name: "Authorization", value: "Bearer hush-1")]
        case "header": credentials.headers = [.init(name: "X-Key", value: "hush-2")]
        case "oauth":
            var grant = TokenGrant(
                address: "https://9.9.9.9/token", clientID: "city", secret: "hush-3")
            (grant.scope, grant.authentication) = ("mds", .json)
            credentials.tokenGrant = grant
        case "jwt":
            credentials.tokenSigning = TokenSigning(
                privateKey: "hush-4\nhush-5", keyID: "k", issuer: "city", audience: "ops")
        default: break
        }
        return credentials
    }

    private static func document(_ kind: String, _ fields: [(String, String)]) -> String {
        let members = ["type": kind].merging(fields) { $1 }
        return members.map { name, value in
            #""\#(name)": "\#(value.replacing("\n", with: "\\n"))""#
        }.joined(separator: ", ")
    }

    @Test(
        "Those of each kind are passed on, from a page and a document, and shown nowhere",
        arguments: ["none", "bearer", "header", "oauth", "jwt"])
    func passed(kind: String) async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let writer = try await server.program("writer", .administrator, .write)
        let fields = Self.kinds[kind] ?? []
        let access = [("access", kind)] + fields
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        let document = #""credentials": {\#(Self.document(kind, fields))}"#
        let answers = [
            try await root.post(
                "/admin/sources", [("name", "a"), ("location", Self.address)] + access),
            try await root.post(path, [("do", "locate"), ("location", Self.address)] + access),
            try await writer.send(
                .post, "/api/v1/sources",
                json: #"{"name": "b", "location": "\#(Self.address)", \#(document)}"#),
            try await writer.send(
                .patch, "/api/v1/sources/demo",
                json: #"{"location": "\#(Self.address)", \#(document)}"#),
            // A form that is refused is shown again, with all but the secrets.
            try await root.post(
                "/admin/sources", [("name", "c"), ("location", Self.address + "/dead")] + access),
        ]
        #expect(answers.map(\.status) == [303, 303, 201, 200, 422])
        #expect(
            settings.credentials == Array(repeating: Self.credentials(kind), count: 5))
        for answer in answers { #expect(!answer.text.contains("hush"), "\(answer.text)") }
        let refused = answers[4]
        #expect(refused.text.contains("<option value=\"\(kind)\" selected>"))
        for (name, value) in fields where !value.contains("hush") && name != "token_auth" {
            #expect(refused.values("value").contains(value))
        }
        let subjects = try await server.audit(4).map(\.subject)
        #expect(
            subjects == [
                "demo: another address and credentials", "b",
                "demo: another address and credentials", "a",
            ])
    }

    @Test("A page keeps the credentials of a source unless others are chosen, and a program, too")
    func kept() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        Self.change(server) { $0.credentialsRevision = $0.uuid }
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        let page = try await root.get(path)
        #expect(page.text.contains("<option value=\"unchanged\" selected>"))
        let same = [("do", "locate"), ("location", "sim://demo")]
        _ = try await root.post(path, same + [("access", "unchanged"), ("token", "x")])
        let changed = try await root.follow(root.post(path, same + [("access", "none")]))
        #expect(changed.text.contains("Source demo has its new credentials."))
        _ = try await root.send(
            .patch, "/api/v1/sources/demo", json: #"{"credentials": {"type": "none"}}"#)
        #expect(settings.credentials == [nil, Credentials(), Credentials()])
        #expect(settings.changes == Array(repeating: "locate sim://demo all", count: 3))
        #expect(
            try await server.audit(3).map(\.subject) == [
                "demo: other credentials", "demo: other credentials", "demo: another address",
            ])
    }

    @Test(
        "Credentials that are incomplete, unknown or for a private address change nothing",
        arguments: [
            (#""type": "bearer""#, "token"), (#""type": "oauth", "client_id": "a""#, "token_url"),
            (#""type": "jwt", "jwt_key": "hush""#, "jwt_kid"), (#""type": "x""#, "credentials"),
            (#""token": "hush""#, "credentials"),
            (#""type": "bearer", "token": "hush", "jwt_key": "hush""#, "credentials"),
            (#""type": "none", "token": "hush""#, "credentials"),
            (oauth("http://9.9.9.9/token"), "token_url"), (oauth("/token"), "token_url"),
            (oauth("https://10.0.0.1/token"), nil), (oauth("https://localhost/token"), nil),
            (oauth("https://9.9.9.9/token") + #", "token_auth": "mac""#, "token_auth"),
        ])
    func refused(members: String, parameter: String?) async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let writer = try await server.program("writer", .administrator, .write)
        let answer = try await writer.send(
            .post, "/api/v1/sources",
            json: #"{"name": "a", "location": "\#(Self.address)", "credentials": {\#(members)}}"#)
        #expect(answer.status == 422 && !answer.text.contains("hush"), "\(answer.text)")
        #expect(try answer.json()["parameter"] as? String == parameter)
        #expect(settings.credentials.isEmpty)
    }

    @Test("A source with an address for tokens is checked like one that is added")
    func tokenAddress() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        Self.change(server) { $0.location = .web("http://10.0.0.1/feed") }
        let root = try await server.visitor("root")
        func patch(_ credentials: String) async throws -> Int {
            try await root.send(
                .patch, "/api/v1/sources/demo", json: #"{"credentials": {\#(credentials)}}"#
            ).status
        }
        #expect(try await patch(#""type": "bearer", "token": "hush""#) == 200)
        #expect(try await patch(Self.oauth("https://9.9.9.9/token")) == 422)
        Self.change(server) { $0.location = .web("https://9.9.9.9/feed") }
        #expect(try await patch(Self.oauth("https://9.9.9.9/token")) == 200)
        #expect(
            settings.changes == [
                "locate http://10.0.0.1/feed all", "locate https://9.9.9.9/feed public",
            ])
    }

    @Test("A page and a program declare a feed of MDS, keep the choice and take it back")
    func feedKind() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let writer = try await server.program("writer", .administrator, .write)
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        func chosen(_ page: Answer) -> [Bool] {
            [true, false].filter { page.text.contains("<option value=\"\($0)\" selected>") }
        }
        #expect(try await chosen(root.get("/admin/sources")) == [false])
        let form = [("location", Self.address), ("mds", "true")]
        _ = try await root.post("/admin/sources", [("name", "a")] + form)
        let refused = try await root.post(
            "/admin/sources", [("name", "b"), ("location", "sim://dead"), ("mds", "true")])
        #expect(refused.status == 422 && chosen(refused) == [true])
        let add = #"{"name": "c", "location": "\#(Self.address)""#
        _ = try await writer.send(.post, "/api/v1/sources", json: add + #", "mds": true}"#)
        _ = try await writer.send(.post, "/api/v1/sources", json: add + "}")
        #expect(settings.providers == [.mds, .mds, .mds, .detected])
        let same = [("do", "locate"), ("location", "sim://demo")]
        let declared = try await root.follow(root.post(path, same + [("mds", "true")]))
        #expect(declared.text.contains("The kind of the feed of demo is set."))
        Self.change(server) { $0.provider = .mds }
        #expect(try await chosen(root.get(path)) == [true])
        for document in [#"{"credentials": {"type": "none"}}"#, #"{"mds": false}"#] {
            let answer = try await writer.send(.patch, "/api/v1/sources/demo", json: document)
            #expect(answer.status == 200)
        }
        #expect(settings.providers.suffix(3) == [.mds, nil, .detected])
        #expect(
            try await server.audit(3).map(\.subject) == [
                "demo: feed as recognized", "demo: other credentials", "demo: feed of MDS",
            ])
    }

    @Test("Another kind of feed, another change beside it or a token that reads changes nothing")
    func refusedKind() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        for (target, fields) in [
            ("/admin/sources", [("name", "a")]), (path, [("do", "locate")]),
        ] {
            let answer = try await root.post(
                target, fields + [("location", "sim://demo"), ("mds", "gbfs")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("The kind of the feed is not valid."))
        }
        let writer = try await server.program("writer", .administrator, .write)
        let reader = try await server.program("reader", .administrator, .read)
        let member = try await server.program("member", .member, .write)
        let demo = "/api/v1/sources/demo"
        for (visitor, document, status) in [
            (writer, #"{"mds": "true"}"#, 400), (writer, #"{"mds": true, "name": "b"}"#, 422),
            (reader, #"{"mds": true}"#, 403), (member, #"{"mds": true}"#, 403),
        ] {
            #expect(
                try await visitor.send(.patch, demo, json: document).status == status,
                "\(document)")
        }
        #expect(settings.providers.isEmpty)
    }

    private static func change(_ server: ServedTeam, _ change: (inout Source) -> Void) {
        let old = server.sources.all[0]
        var source = old.source
        change(&source)
        server.sources.all[0] = PolledSource(
            name: old.name, aliases: old.aliases, source: source, vehicles: old.vehicles)
    }

    private static func oauth(_ address: String) -> String {
        #""type": "oauth", "token_url": "\#(address)", "client_id": "a", "client_secret": "hush""#
    }
}
