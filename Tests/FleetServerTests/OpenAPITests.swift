import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("OpenAPI document")
struct OpenAPITests {
    typealias Object = [String: Any]

    /// Returns the operations of the document by method and path.
    private func operations(of server: ServedTeam) async throws -> [String: Object] {
        let document = try await server.stranger.get("/api/openapi.json").json()
        let paths = try #require(document["paths"] as? [String: [String: Object]])
        var all: [String: Object] = [:]
        for (path, operations) in paths {
            for (method, operation) in operations {
                all["\(method.uppercased()) \(path)"] = operation
            }
        }
        return all
    }

    private func bodySchema(of operation: Object, _ type: String) -> Object? {
        let content = (operation["requestBody"] as? Object)?["content"] as? [String: Object]
        return content?[type]?["schema"] as? Object
    }

    private func key(_ route: ServedRoute) -> String { "\(route.method.rawValue) \(route.path)" }

    @Test("The document is valid OpenAPI 3.1")
    func valid() async throws {
        let server = try await ServedTeam()
        let document = try await server.stranger.get("/api/openapi.json")
        #expect(document.fields[.contentType] == "application/json")
        let code = """
            import json, sys
            from openapi_spec_validator import OpenAPIV31SpecValidator
            for error in OpenAPIV31SpecValidator(json.load(sys.stdin)).iter_errors():
                print(error.message)
            print("checked")
            """
        let lines = try await Tool.run(Tool.python, "-c", code, input: document.bytes)
        #expect(String(decoding: lines, as: UTF8.self) == "checked\n")
    }

    @Test("The document describes every route of the API, and no other")
    func routes() async throws {
        let server = try await ServedTeam()
        let documented = try await operations(of: server).keys
        let served = server.apiRoutes.filter { $0.path.hasPrefix("/api/v1") }.map { key($0) }
        #expect(Set(documented).symmetricDifference(served).sorted() == [])
    }

    @Test("A field of the form of labels that is unknown or not valid is refused, and named")
    func labels() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let fields = ["nonsense", "content", "copies", "layout", "cut-marks", "caption", "text"]
        for field in fields {
            let value = String(repeating: "?", count: 201)
            let answer = try await root.post(
                "/api/v1/labels", [("source", "demo"), (field, value)])
            #expect(answer.status == 400)
            #expect(try answer.json()["parameter"] as? String == field)
        }
    }

    @Test("Every JSON document is refused with an unknown member, and names it")
    func members() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        var count = 0
        for (key, operation) in try await operations(of: server) {
            guard let schema = bodySchema(of: operation, "application/json") else { continue }
            count += 1
            #expect(schema["additionalProperties"] as? Bool == false, "\(key)")
            let route = try #require(server.apiRoutes.first { self.key($0) == key })
            let answer = try await root.send(
                route.method, route.target, json: #"{"nonsense":1}"#)
            #expect(answer.status == 400, "\(key)")
            let problem = try answer.json()
            #expect(problem["parameter"] as? String == "nonsense", "\(key)")
            // The members in the hint are those of the document.
            let hint = try #require(problem["hint"] as? String)
            let names = Set(hint.matches(of: /[a-z_]+(?=[,.])/).map { String($0.output) })
            let documented = try #require(schema["properties"] as? Object).keys
            #expect(names == Set(documented), "\(key)")
        }
        #expect(count > 10)
    }

    @Test("A body may be as long as the document says, and no longer")
    func bodies() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let note = try await root.send(.post, "/api/v1/notes", json: #"{"text":"x"}"#).json()
        let id = try #require(note["id"] as? String)
        for (key, operation) in try await operations(of: server) {
            guard let body = operation["requestBody"] as? Object else { continue }
            let limit = try #require(body["x-max-bytes"] as? Int, "\(key)")
            let type = try #require((body["content"] as? Object)?.keys.sorted().first)
            let route = try #require(server.apiRoutes.first { self.key($0) == key })
            var target = route.target
            if key.hasSuffix("/photos") { target = "/api/v1/notes/\(id)/photos" }
            for (count, isTooLarge) in [(limit, false), (limit + 1, true)] {
                let answer = try await root.send(
                    route.method, target, body: Array(repeating: 0x20, count: count),
                    fields: [
                        .contentType: type, .origin: ServedTeam.origin,
                        .accept: "application/json",
                    ])
                #expect((answer.status == 413) == isTooLarge, "\(key) \(answer.status)")
                #expect(answer.fields[.contentType] == "application/problem+json")
            }
            #expect((operation["responses"] as? Object)?["413"] != nil, "\(key)")
        }
    }

    @Test(
        "The document names the cookie that the server sets",
        arguments: [(false, "fleet-8080"), (true, "__Host-fleet")])
    func cookie(isSecure: Bool, name: String) async throws {
        let origin = isSecure ? "https://fleet.example.com" : ServedTeam.origin
        let server = try await ServedTeam(options: { options in
            options.publicOrigin = WebOrigin(origin) ?? options.publicOrigin
        })
        let document = try await server.stranger.get("/api/openapi.json").json()
        let components = try #require(document["components"] as? [String: Object])
        let session = try #require(components["securitySchemes"]?["session"] as? Object)
        #expect(session["name"] as? String == name)
        let answer = try await server.stranger.send(
            .post, "/api/v1/session",
            body: Array(#"{"name":"root","password":"\#(ServedTeam.password)"}"#.utf8),
            fields: [.contentType: "application/json", .origin: origin])
        #expect(answer.status == 201)
        #expect(answer.fields[.setCookie]?.hasPrefix(name + "=") == true)
    }

    @Test("The limits in the document are those of the server")
    func limits() async throws {
        let server = try await ServedTeam()
        let operations = try await self.operations(of: server)
        func limit(_ key: String) -> String {
            let responses = operations[key]?["responses"] as? [String: Object]
            let fields = responses?["429"]?["headers"] as? Object
            return fields?["Retry-After"] == nil
                ? "" : responses?["429"]?["description"] as? String ?? ""
        }
        let refresh = limit("POST /api/v1/sources/{source}/refresh")
        #expect(refresh.contains(" \(Access.refreshesPerMinute) refreshes"))
        for key in ["GET /api/v1/events", "GET /api/v1/sources/{source}/events"] {
            #expect(limit(key).contains(" \(ChangeHub.maxStreamsPerUser),"))
            #expect(limit(key).contains(" \(ChangeHub.maxStreams)."))
        }
        for key in ["POST /api/v1/session", "POST /api/v1/users", "POST /api/v1/password-reset"] {
            #expect(limit(key).contains("failures"))
        }
        func text(_ key: String, _ member: String) -> Object? {
            let schema = operations[key].flatMap { bodySchema(of: $0, "application/json") }
            return (schema?["properties"] as? Object)?[member] as? Object
        }
        for key in ["POST /api/v1/users", "POST /api/v1/password", "POST /api/v1/password-reset"] {
            let password = text(key, "password")
            #expect(password?["minLength"] as? Int == Password.minCharacters)
            #expect(password?["maxLength"] as? Int == Password.maxBytes)
        }
        for key in ["POST /api/v1/notes", "PATCH /api/v1/notes/{uuid}"] {
            #expect(text(key, "text")?["maxLength"] as? Int == Note.maxTextLength)
        }
        let days = text("POST /api/v1/tokens", "days")?["maximum"] as? Int
        #expect(days.map { .seconds($0 * 86_400) } == APIToken.maxLifetime)
    }

    @Test(
        "A text may be as long as the document says, and no longer",
        arguments: [
            ("POST /api/v1/notes", "text", "{}"), ("POST /api/v1/tokens", "name", "{}"),
            ("POST /api/v1/notes", "vehicle_id", #"{"text":"x"}"#),
        ])
    func texts(key: String, member: String, others: String) async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let operation = try #require(try await operations(of: server)[key])
        let schema = try #require(bodySchema(of: operation, "application/json"))
        let properties = try #require(schema["properties"] as? [String: Object])
        let limit = try #require(properties[member]?["maxLength"] as? Int)
        let target = try #require(key.split(separator: " ").last)
        for (count, status) in [(limit, 201), (limit + 1, 422)] {
            var body = try #require(
                JSONSerialization.jsonObject(with: Data(others.utf8)) as? Object)
            body[member] = String(repeating: "a", count: count)
            let json = try JSONSerialization.data(withJSONObject: body)
            let answer = try await root.send(
                .post, String(target), json: String(decoding: json, as: UTF8.self))
            #expect(answer.status == status, "\(count): \(answer.text.prefix(200))")
        }
    }

    @Test("A list is documented with the type of each of its formats")
    func formats() async throws {
        let server = try await ServedTeam()
        func types(_ key: String) async throws -> [String]? {
            let responses = try await operations(of: server)[key]?["responses"] as? [String: Object]
            return (responses?["200"]?["content"] as? Object)?.keys.sorted()
        }
        #expect(
            try await types("GET /api/v1/sources/{source}/vehicles") == [
                "application/geo+json", "application/json",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "application/x-ndjson", "text/csv",
            ])
        #expect(
            try await types("GET /api/v1/sources/{source}/sites/{id}") == [
                "application/json", "text/csv",
            ])
        #expect(try await types("GET /api/v1/views") == ["application/json"])
    }

    @Test("Streams are documented with their type and events, errors as problem documents")
    func answers() async throws {
        let server = try await ServedTeam()
        let document = try await server.stranger.get("/api/openapi.json").json()
        let components = try #require(document["components"] as? [String: Object])
        let shared = try #require(components["responses"] as? [String: Object])
        for (key, operation) in try await operations(of: server) {
            let responses = try #require(operation["responses"] as? [String: Object])
            #expect(responses["default"] != nil && responses["400"] != nil, "\(key)")
            for (status, response) in responses where status >= "4" {
                let name = (response["$ref"] as? String)?.split(separator: "/").last
                let response = name.flatMap { shared[String($0)] } ?? response
                let types = (response["content"] as? Object)?.keys.sorted()
                #expect(types == ["application/problem+json"], "\(key) \(status)")
            }
        }
        let schemas = try #require(components["schemas"] as? [String: Object])
        for key in ["GET /api/v1/events", "GET /api/v1/sources/{source}/events"] {
            let operation = try await operations(of: server)[key]
            let responses = operation?["responses"] as? [String: Object]
            let content = responses?["200"]?["content"] as? [String: Object]
            let schema = content?["text/event-stream"]?["schema"] as? Object
            let events = try #require(schema?["x-events"] as? [String: [String: String]])
            #expect(events.keys.sorted() == ["changes", "reset", "state"])
            for reference in events.values {
                let name = try #require(reference["$ref"]?.split(separator: "/").last)
                #expect(schemas[String(name)] != nil)
            }
        }
    }
}
