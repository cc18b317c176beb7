import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Imported rows in the API")
struct InventoryAPITests {
    private static let path = ServedInventory.path
    private static let row = "/api/v1/sources/demo/vehicles/CB-001"

    private func put(
        _ visitor: Visitor, _ query: String = "", _ text: String, tag: String? = "\"1\""
    ) async throws -> Answer {
        var fields: HTTPFields = [
            .contentType: "text/csv", .origin: ServedTeam.origin, .accept: "application/json",
        ]
        fields[.ifMatch] = tag
        return try await visitor.send(
            .put, Self.path + query, body: Array(text.utf8), fields: fields)
    }

    private func csv(_ visitor: Visitor) async throws -> [String] {
        try await visitor.get(Self.path + "?format=csv").text
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test("administrators read all rows as JSON, CSV and a workbook, with a tag")
    func formats() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let answer = try await root.get(Self.path)
        #expect(answer.status == 200 && answer.fields[.eTag] == "\"1\"")
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [[String: String]])
        #expect(rows.map { $0["ID"] } == ["CB-001", "CB-002", "CB-003"])
        #expect(rows[0]["PIN"] == "1234" && rows[2]["Shelf"] == "")
        #expect(
            try await csv(root) == [
                "ID,Name,State,Color,Shelf,PIN", "CB-001,Alma,available,red,A3,1234",
                "CB-002,Bo,lent,blue,A4,5678", "CB-003,,,,,",
            ])
        let accepted = try await root.get(Self.path, fields: [.accept: "text/csv"])
        #expect(accepted.fields[.contentType] == "text/csv; charset=utf-8")
        let workbook = try await root.get(Self.path + "?format=xlsx")
        #expect(workbook.bytes.starts(with: Array("PK".utf8)))
        let again = try await put(
            root, "?dry_run=1", String(decoding: answer.bytes, as: UTF8.self))
        #expect(try again.json()["changed"] as? Int == 0)
        let known = try await root.get(Self.path, fields: [.ifNoneMatch: "\"1\""])
        #expect(known.status == 304)
        let member = try await server.visitor("ana")
        #expect(try await member.get(Self.path).status == 403)
    }

    @Test("what is downloaded comes back unchanged, and no cell is a formula in a spreadsheet")
    func roundTrips() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let change = #"{"values": {"Shelf": "=1+1", "PIN": "a\"b,\nc;'d"}}"#
        #expect(try await root.send(.patch, Self.row, json: change).status == 200)
        for format in ["csv", "xlsx", "json"] {
            let file = try await root.get(Self.path + "?format=\(format)")
            if format == "csv" { #expect(file.text.contains(",'=1+1,")) }
            let answer = try await root.send(
                .put, Self.path + "?remove_missing=1", body: file.bytes,
                fields: [
                    .ifMatch: "\"2\"", .origin: ServedTeam.origin, .accept: "application/json",
                ])
            let found = try answer.json()
            #expect(answer.status == 200 && found["changed"] as? Int == 0, "\(answer.text)")
            #expect(found["added"] as? Int == 0 && found["missing"] as? Int == 0)
        }
        #expect(try await root.get(Self.path).fields[.eTag] == "\"2\"")
    }

    @Test("a table is taken over only with the tag of the rows, and a dry run stores nothing")
    func replace() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let text = "Id;Extra;Shelf\nCB-001;x;B1\nCB-009;y;B9\n"
        #expect(try await put(root, "", text, tag: nil).status == 428)
        #expect(try await put(root, "", text, tag: "\"7\"").status == 412)
        let preview = try await put(root, "?dry_run=1", text).json()
        #expect(preview["added"] as? Int == 1 && preview["changed"] as? Int == 1)
        #expect(preview["missing"] as? Int == 2 && preview["removed"] as? Int == 0)
        let differences = try #require(preview["differences"] as? [[String: Any]])
        #expect(
            differences.map { $0["id"] as? String } == ["CB-009", "CB-001", "CB-002", "CB-003"])
        #expect(differences[1]["old"] as? [String: String] == ["Shelf": "A3", "Extra": ""])
        #expect(differences[1]["new"] as? [String: String] == ["Shelf": "B1", "Extra": "x"])
        #expect(try await root.get(Self.path).fields[.eTag] == "\"1\"")
        #expect(try await put(root, "", text).status == 200)
        #expect(server.sources.refreshed == [server.sources.all[0].uuid])
        #expect(
            try await csv(root)[1...] == [
                "CB-001,Alma,available,red,B1,1234,x", "CB-002,Bo,lent,blue,A4,5678,",
                "CB-003,,,,,,", "CB-009,,,,B9,,y",
            ])
        #expect(try await put(root, "", text).status == 412)
        let log = try await root.get("/api/v1/audit?limit=1").text
        #expect(log.contains("rows_replaced") && log.contains("1 added, 1 changed, 0 removed"))
    }

    @Test("earlier rows are restored with the tag of the present ones, not by a dry run")
    func restore() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let before = try await csv(root)
        #expect(try await put(root, "", "ID;Shelf\nCB-001;B1\n").status == 200)
        let versions = try await root.get(Self.path + "/versions").json()
        let found = try #require(versions["versions"] as? [[String: Any]])
        #expect(found.count == 1 && found[0]["revision"] as? Int == 1)
        #expect(found[0]["rows"] as? Int == 3)
        let path = Self.path + "/versions/1"
        let tag: HTTPFields = [.ifMatch: "\"2\""]
        #expect(try await root.send(.post, path, json: "").status == 428)
        let stale: HTTPFields = [.ifMatch: "\"1\""]
        #expect(try await root.send(.post, path, json: "", fields: stale).status == 412)
        let dry = try await root.send(.post, path + "?dry_run=1", json: "", fields: tag)
        #expect(try dry.json()["changed"] as? Int == 1, "\(dry.text)")
        #expect(try await csv(root) != before)
        for wrong in ["9", "x", "-1", "99999999999999999999"] {
            let answer = try await root.send(
                .post, Self.path + "/versions/\(wrong)", json: "", fields: tag)
            #expect(answer.status == 404)
        }
        #expect(try await root.send(.post, path, json: "", fields: tag).status == 200)
        #expect(try await csv(root) == before)
    }

    @Test("more than a tenth of the rows is removed only with their number")
    func removals() async throws {
        let server = try await ServedInventory.team(further: 17)
        let root = try await server.visitor("root")
        let all = try await csv(root)
        let without = { (count: Int) in all.dropLast(count).joined(separator: "\n") }
        let many = try await put(root, "?remove_missing=1", without(3))
        #expect(many.status == 409)
        #expect(try many.json()["parameter"] as? String == "removed")
        #expect(try await put(root, "?remove_missing=1&removed=2", without(3)).status == 409)
        #expect(try await put(root, "?remove_missing=1&removed=3", without(3)).status == 200)
        #expect(try await csv(root).count == all.count - 3)
        let few = try await put(root, "?remove_missing=1", without(4), tag: "\"2\"")
        #expect(try few.json()["removed"] as? Int == 1)
    }

    @Test(
        "what is no table is refused with its cause, and nothing changes",
        arguments: ["", "nonsense", "{\"a\":1}", "<html></html>", "PK\u{3}\u{4}", "Name\nx\n"])
    func refused(text: String) async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        #expect(try await put(root, "", text).status == 422)
        #expect(try await root.get(Self.path).fields[.eTag] == "\"1\"")
    }

    @Test("members change what they may, and hidden cells stay as they are")
    func members() async throws {
        let server = try await ServedInventory.team()
        let ana = try await server.visitor("ana")
        let change = #"{"values": {"state": "in repair", "Shelf": "B1"}, "reason": "brakes"}"#
        let answer = try await ana.send(.patch, Self.row, json: change)
        #expect(answer.status == 200)
        let cells = try #require(try answer.json()["cells"] as? [String: String])
        #expect(cells["State"] == "in repair" && cells["Reason"] == "brakes")
        #expect(cells["PIN"] == nil && !answer.text.contains("1234"))
        for (values, status) in [
            (#"{"color": "blue"}"#, 403), (#"{"id": "CB-100"}"#, 403), (#"{"PIN": "1"}"#, 422),
            (#"{"pin": ""}"#, 422), (#"{"state": "flying"}"#, 422), (#"{"Other": "x"}"#, 422),
            (#"{"battery": "50"}"#, 403),
        ] {
            let refused = try await ana.send(.patch, Self.row, json: #"{"values": \#(values)}"#)
            #expect(refused.status == status, "\(values) \(refused.text)")
            #expect(!refused.text.contains("PIN, ") && !refused.text.contains(", PIN"))
        }
        let root = try await server.visitor("root")
        #expect(
            try await csv(root)[...1] == [
                "ID,Name,State,Color,Shelf,PIN,Reason",
                "CB-001,Alma,in repair,red,B1,1234,brakes",
            ])
        let gone = try await ana.send(
            .patch, "/api/v1/sources/demo/vehicles/CB-100", json: change)
        #expect(gone.status == 404)
        let log = try await root.get("/api/v1/audit").text
        #expect(log.contains("row_changed") && log.contains("demo, CB-001: State, Shelf, Reason"))
        #expect(!log.contains("brakes"))
    }

    @Test("viewers and tokens that read change nothing, and members add and remove no rows")
    func rights() async throws {
        let server = try await ServedInventory.team()
        let change = #"{"values": {"name": "Eve"}}"#
        let (added, removed) = (#"{"id": "CB-004"}"#, "/api/v1/sources/demo/vehicles/CB-004")
        let eve = try await server.visitor("eve", .viewer)
        #expect(try await eve.send(.patch, Self.row, json: change).status == 403)
        let reader = try await server.program("bot", .administrator, .read)
        #expect(try await reader.send(.patch, Self.row, json: change).status == 403)
        let ana = try await server.visitor("ana")
        #expect(try await ana.send(.post, Self.path, json: added).status == 403)
        #expect(try await ana.send(.delete, removed, json: "").status == 403)
        #expect(try await put(ana, "", "ID\nx\n").status == 403)
        let root = try await server.visitor("root")
        #expect(try await root.send(.post, Self.path, json: added).status == 201)
        #expect(try await root.send(.post, Self.path, json: added).status == 409)
        #expect(try await root.send(.delete, removed, json: "").status == 204)
        #expect(try await root.send(.delete, removed, json: "").status == 404)
    }

    @Test("the rows of a feed cannot be changed")
    func feed() async throws {
        let server = try await ServedTeam(options: { $0.tables = nil })
        let root = try await server.visitor("root")
        #expect(try await root.get(Self.path).status == 409)
        let change = #"{"values": {"name": "Eve"}}"#
        #expect(try await root.send(.patch, Self.row, json: change).status == 409)
    }
}
