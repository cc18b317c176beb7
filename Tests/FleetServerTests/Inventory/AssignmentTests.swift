import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("IDs of printed labels for imported rows that have none")
struct AssignmentTests {
    private static let assign = "/v/demo/CB-004/assign"
    private static let rows = ServedInventory.path + "/unassigned"
    private static let assignments = ServedInventory.path + "/assignments"

    private func team() async throws -> ServedTeam {
        try await ServedInventory.team(nameless: [
            ["", "Cleo", "", "", "<i>B1</i>", "hush-77"], ["", "Dädalus", "", "", "B2", ""],
        ])
    }

    /// Returns the keys of the rows without an ID, as a person sees them.
    private func keys(_ visitor: Visitor) async throws -> [String] {
        let rows = try await visitor.get(Self.rows).json()["rows"] as? [[String: Any]]
        return try #require(rows).compactMap { $0["row"] as? String }
    }

    private func ids(_ server: ServedTeam) async throws -> [String] {
        let root = try await server.visitor("root")
        let rows = try JSONSerialization.jsonObject(
            with: Data(try await root.get(ServedInventory.path).bytes))
        return try #require(rows as? [[String: String]]).map { $0["ID"] ?? "" }
    }

    @Test("a member who opens a label that no vehicle has assigns its ID to a row without one")
    func page() async throws {
        let server = try await team()
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/v/demo/CB-004")
        #expect(page.status == 404)
        for text in ["CB-004", "Name: Cleo", "&lt;i&gt;B1&lt;/i&gt;", "Name: Dädalus", "row 6"] {
            #expect(page.text.contains(text), "\(text)")
        }
        for text in ["PIN", "hush-77", "<i>B1", "value=\"new\"", "Alma"] {
            #expect(!page.text.contains(text), "\(text)")
        }
        let key = try #require(try await keys(ana).first)
        let done = try await ana.post(Self.assign, [("row", key)])
        #expect(done.location == "/v/demo/CB-004")
        #expect(try await ids(server) == ["CB-001", "CB-002", "CB-003", "CB-004", ""])
        #expect(server.sources.refreshed == [server.sources.all[0].uuid])
        #expect(try await ana.get(Self.assign).location == "/v/demo/CB-004")
        let root = try await server.visitor("root")
        let log = try await root.get("/api/v1/audit").text
        #expect(log.contains("id_assigned") && log.contains("demo, CB-004"))
        #expect(!log.contains("Cleo"))
    }

    @Test("the search finds what the person sees, without case and accents, and nothing else")
    func search() async throws {
        let server = try await team()
        let ana = try await server.visitor("ana")
        let found = try await ana.get(Self.assign + "?q=dadalus%20b2").text
        #expect(found.contains("Dädalus") && !found.contains("Cleo"))
        let hidden = try await ana.get(Self.assign + "?q=hush-77")
        #expect(hidden.status == 200 && hidden.text.contains("No row without an ID matches."))
        #expect(!hidden.text.contains("Cleo"))
        #expect(try await ana.get(Self.rows + "?search=hush-77").json()["total"] as? Int == 0)
        let root = try await server.visitor("root")
        #expect(try await root.get(Self.rows + "?search=hush-77").json()["total"] as? Int == 1)
        let one = try await ana.get(Self.rows + "?limit=1").json()
        #expect(one["total"] as? Int == 2 && (one["rows"] as? [Any])?.count == 1)
        #expect(try await !ana.get(Self.rows).text.contains("hush-77"))
        let hostile = try await ana.get(Self.assign + "?q=%3Cscript%3Ealert(1)")
        #expect(!hostile.text.contains("<script>alert"))
    }

    @Test("of two who assign one ID, or to one row, the second learns that the first was faster")
    func conflicts() async throws {
        let server = try await team()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let keys = try await keys(ben)
        #expect(try await ana.post(Self.assign, [("row", keys[0])]).status == 303)
        let sameID = try await ben.post(Self.assign, [("row", keys[1])])
        #expect(sameID.status == 409 && sameID.text.contains("A row has the ID CB-004 already"))
        #expect(sameID.text.contains("href=\"/v/demo/CB-004\""))
        let sameRow = try await ben.post("/v/demo/CB-005/assign", [("row", keys[0])])
        #expect(sameRow.status == 409 && sameRow.text.contains("has the ID CB-004 meanwhile"))
        #expect(sameRow.text.contains("Dädalus") && !sameRow.text.contains("Cleo"))
        for (id, row) in [("CB-004", keys[1]), ("CB-005", keys[0]), ("CB-001", keys[1])] {
            let answer = try await ben.send(
                .post, Self.assignments, json: #"{"id": "\#(id)", "row": "\#(row)"}"#)
            #expect(answer.status == 409)
        }
        #expect(try await ids(server) == ["CB-001", "CB-002", "CB-003", "CB-004", ""])
    }

    @Test("of two at the same moment, exactly one succeeds")
    func race() async throws {
        let server = try await team()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let key = try #require(try await keys(ana).first)
        async let first = ana.post("/v/demo/CB-004/assign", [("row", key)])
        async let second = ben.post("/v/demo/CB-005/assign", [("row", key)])
        #expect(try await [first.status, second.status].sorted() == [303, 409])
        #expect(try await ids(server).count { $0.isEmpty } == 1)
    }

    @Test("a row that changed since, a row that is none and an ID that is not valid are refused")
    func refused() async throws {
        let server = try await team()
        let ana = try await server.visitor("ana")
        let key = try #require(try await keys(ana).first)
        for row in ["", "x", "4", "4-0", "99-0", "-4-0", "new-1", "99999999999999999999-0"] {
            #expect(try await ana.post(Self.assign, [("row", row)]).status == 412, "\(row)")
        }
        for id in ["", " CB-9", "CB\\u0000", String(repeating: "x", count: 1001)] {
            let answer = try await ana.send(
                .post, Self.assignments, json: #"{"id": "\#(id)", "row": "\#(key)"}"#)
            #expect(answer.status == 422, "\(id)")
        }
        #expect(try await ana.get("/v/demo/%20CB-9").status == 404)
        #expect(try await !ana.get("/v/demo/%20CB-9").text.contains("Cleo"))
        #expect(try await ids(server).suffix(2) == ["", ""])
    }

    @Test("administrators add a new vehicle with the ID of a label, and members do not")
    func add() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        #expect(try await root.get("/v/demo/CB-004").text.contains("value=\"new\""))
        let ana = try await server.visitor("ana")
        #expect(try await ana.post(Self.assign, [("row", "new")]).status == 403)
        #expect(try await root.post(Self.assign, [("row", "new")]).location == "/v/demo/CB-004")
        #expect(try await ids(server).last == "CB-004")
        #expect(try await root.post(Self.assign, [("row", "new")]).status == 409)
    }

    @Test("viewers, tokens that read and sources with a feed have no such page")
    func rights() async throws {
        let server = try await team()
        let eve = try await server.visitor("eve", .viewer)
        let page = try await eve.get("/v/demo/CB-004")
        #expect(page.status == 404 && !page.text.contains("Cleo"))
        let body = #"{"id": "CB-004", "row": "4-0"}"#
        for visitor in [eve, try await server.program("bot", .administrator, .read)] {
            #expect(try await visitor.get(Self.assign).status == 403)
            #expect(try await visitor.get(Self.rows).status == 403)
            #expect(try await visitor.send(.post, Self.assignments, json: body).status == 403)
        }
        let feed = try await ServedTeam()
        let root = try await feed.visitor("root")
        #expect(try await root.get("/v/demo/none").text.contains("There is nothing"))
        #expect(try await root.get(Self.rows).status == 409)
    }

    @Test("a scan of such a label leads to the page, and nobody else to it")
    func scan() async throws {
        let server = try await team()
        let ana = try await server.visitor("ana")
        let address = PercentEncoding.encoded(ServedTeam.origin + "/v/demo/CB-004")
        for code in [address, "CB-004"] {
            #expect(try await ana.get("/scan?code=" + code).location == "/v/demo/CB-004")
        }
        let eve = try await server.visitor("eve", .viewer)
        #expect(try await eve.get("/scan?code=CB-004").location == nil)
    }
}
