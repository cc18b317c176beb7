import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Numbers for imported rows without an ID")
struct NumberTests {
    private static let path = ServedInventory.path + "/numbers"
    private static let body = #"{"prefix": "CB-", "digits": 3}"#

    /// A server with three rows that have IDs, and two that have none.
    private func team() async throws -> ServedTeam {
        try await ServedInventory.team(
            nameless: [
                ["", "Cleo", "", "", "<i>B1</i>", "9999"], ["", "", "", "", "", ""],
            ], sourceAdministration: RecordedSettings())
    }

    private func path(_ server: ServedTeam) -> String {
        "/admin/sources/" + server.sources.all[0].uuid.text
    }

    private func ids(_ visitor: Visitor) async throws -> [String] {
        let rows = try JSONSerialization.jsonObject(
            with: Data(try await visitor.get(ServedInventory.path).bytes))
        return try #require(rows as? [[String: String]]).map { $0["ID"] ?? "" }
    }

    @Test("the page shows the numbers first, and stores them after the confirmation")
    func page() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        #expect(try await root.get(path(server)).text.contains("2 rows without an ID"))
        let preview = try await root.get(path(server) + "/numbers?prefix=CB-&digits=3")
        #expect(preview.status == 200)
        for text in ["CB-004", "row 5: Name Cleo", "CB-005", "row 6<", "&lt;i&gt;B1"] {
            #expect(preview.text.contains(text), "\(text)")
        }
        #expect(try await ids(root).suffix(2) == ["", ""])
        let form = [("prefix", "CB-"), ("digits", "3")]
        let number = path(server) + "/numbers"
        let without = try await root.post(number, form)
        #expect(without.status == 412)
        let done = try await root.post(number, form + [("revision", "1")])
        #expect(done.location == "/admin/sources?done=numbers&of=demo")
        #expect(try await ids(root) == ["CB-001", "CB-002", "CB-003", "CB-004", "CB-005"])
        #expect(server.sources.refreshed == [server.sources.all[0].uuid])
        #expect(try await !root.get(path(server)).text.contains("without an ID"))
        let log = try await root.get("/api/v1/audit?limit=1").text
        #expect(log.contains("rows_numbered") && log.contains("demo: CB-004 to CB-005"))
    }

    @Test("a confirmation is refused if the rows changed since, and shows the new preview")
    func changed() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let change = #"{"values": {"id": "CB-050"}}"#
        let row = "/api/v1/sources/demo/vehicles/CB-003"
        #expect(try await root.send(.patch, row, json: change).status == 200)
        let late = try await root.post(
            path(server) + "/numbers", [("prefix", "CB-"), ("digits", "3"), ("revision", "1")])
        #expect(late.status == 412 && late.text.contains("CB-051"))
        #expect(try await ids(root).suffix(2) == ["", ""])
    }

    @Test(
        "what gives no valid IDs is refused on the page and in the API",
        arguments: [
            ("CB-", "0"), ("CB-", "10"), ("CB-", "x"), ("CB-", "-1"), (" CB-", "3"),
            ("CB\u{1}", "3"), (String(repeating: "x", count: 2000), "3"),
            ("CB-", "99999999999999999999"),
        ])
    func refused(prefix: String, digits: String) async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let query = QueryItems([("prefix", prefix), ("digits", digits)]).query
        #expect(try await root.get(path(server) + "/numbers" + query).status == 422)
        let form = [("prefix", prefix), ("digits", digits), ("revision", "1")]
        #expect(try await root.post(path(server) + "/numbers", form).status == 422)
        let object: [String: Any] = ["prefix": prefix, "digits": Int(digits) ?? 0]
        let body = try JSONSerialization.data(withJSONObject: object)
        let answer = try await root.send(
            .post, Self.path, json: String(decoding: body, as: UTF8.self),
            fields: [.ifMatch: "\"1\""])
        #expect(answer.status == 422)
        #expect(try await ids(root).suffix(2) == ["", ""])
    }

    @Test("more rows than numbers are refused")
    func exhausted() async throws {
        let server = try await ServedInventory.team(
            nameless: Array(repeating: ["", "x", "", "", "", ""], count: 10))
        let root = try await server.visitor("root")
        let answer = try await root.send(
            .post, Self.path, json: #"{"prefix": "A", "digits": 1}"#, fields: [.ifMatch: "*"])
        #expect(answer.status == 422)
        #expect(try answer.json()["detail"] as? String == "A9 is the last number.")
    }

    @Test("a program sees the numbers with a dry run, and sets them with the tag of the rows")
    func program() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let dry = try await root.send(.post, Self.path + "?dry_run=1", json: Self.body)
        #expect(dry.status == 200 && dry.fields[.eTag] == "\"1\"")
        let rows = try #require(try dry.json()["rows"] as? [[String: Any]])
        #expect(rows.map { $0["id"] as? String } == ["CB-004", "CB-005"])
        #expect(rows.map { $0["row"] as? Int } == [5, 6])
        #expect(try await ids(root).suffix(2) == ["", ""])
        #expect(try await root.send(.post, Self.path, json: Self.body).status == 428)
        for (tag, status) in [("\"7\"", 412), ("\"1\"", 200), ("\"1\"", 412)] {
            let answer = try await root.send(
                .post, Self.path, json: Self.body, fields: [.ifMatch: tag])
            #expect(answer.status == status)
        }
        #expect(try await ids(root).suffix(2) == ["CB-004", "CB-005"])
    }

    @Test("only administrators number rows")
    func rights() async throws {
        let server = try await team()
        for (name, role) in [("ana", Role.member), ("eve", .viewer)] {
            let visitor = try await server.visitor(name, role)
            let preview = path(server) + "/numbers?prefix=CB-"
            #expect(try await visitor.get(preview).status == 403)
            #expect(try await visitor.post(path(server) + "/numbers").status == 403)
            let answer = try await visitor.send(.post, Self.path, json: Self.body)
            #expect(answer.status == 403)
        }
    }
}
