import FleetCore
import FleetSQL
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Tables and imported rows on pages")
struct InventoryPageTests {
    private let settings = RecordedSettings()

    private func preview(
        _ text: String, _ server: ServedTeam, by visitor: Visitor
    ) async throws -> (Answer, fields: [(String, String)]) {
        let answer = try await visitor.post(
            path(server) + "/table", [], files: [("bikes.csv", Array(text.utf8))], field: "file")
        let fields = ["upload", "revision"].compactMap { name in
            answer.hidden(name).map { (name, $0) }
        }
        return (answer, fields)
    }

    private func path(_ server: ServedTeam) -> String {
        "/admin/sources/" + server.sources.all[0].uuid.text
    }

    private func csv(_ visitor: Visitor) async throws -> String {
        try await visitor.get(ServedInventory.path + "?format=csv").text
    }

    @Test("a changed table is previewed, and only the confirmation stores its rows")
    func replace() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let page = try await root.get(path(server)).text
        #expect(page.contains("\(ServedInventory.path)?format=xlsx"))
        #expect(!page.contains("name=\"location\""))
        let before = try await csv(root)
        let (answer, fields) = try await preview(
            "ID,Shelf,<b>\nCB-001,<script>alert(1)</script>,x\nCB-009,B9,\n", server, by: root)
        #expect(answer.status == 200 && answer.text.contains("1 added, 1 changed, 2 not in"))
        #expect(!answer.text.contains("<script>alert") && !answer.text.contains("<b>"))
        #expect(answer.text.contains("seen by: everyone"))
        #expect(try await csv(root) == before)
        // Two of three rows are more than a tenth.
        let refused = try await root.post(
            path(server) + "/table/replace", fields + [("remove_missing", "1"), ("removed", "")])
        #expect(refused.status == 409 && refused.text.contains("remove 2 of 3 rows"))
        let replaced = try await root.post(
            path(server) + "/table/replace", fields + [("remove_missing", "1"), ("removed", "2")])
        #expect(replaced.location == "/admin/sources?done=rows&of=demo")
        let after = try await csv(root)
        #expect(after.contains("CB-009") && !after.contains("CB-002"))
        let again = try await root.post(path(server) + "/table/replace", fields)
        #expect(again.status == 410)
    }

    @Test(
        "a preview lists all changes, or says that it does not",
        arguments: [(500, false), (501, true)])
    func manyChanges(count: Int, isCut: Bool) async throws {
        let server = try await ServedInventory.team(
            further: count, sourceAdministration: settings)
        let root = try await server.visitor("root")
        let text = "ID,Shelf\n" + (0..<count).map { "X-\($0),Z\n" }.joined()
        let (answer, _) = try await preview(text, server, by: root)
        #expect(answer.text.contains("\(count) changed"))
        #expect(answer.text.contains("X-499</strong>"))
        #expect(answer.text.contains("Only the first 500 rows of each kind are listed.") == isCut)
    }

    @Test("earlier rows are compared, and restored by the confirmation")
    func restore() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let before = try await csv(root)
        #expect(try await !root.get(path(server)).text.contains("Earlier rows"))
        let (_, fields) = try await preview("ID,Shelf\nCB-001,<b>\n", server, by: root)
        _ = try await root.post(path(server) + "/table/replace", fields)
        #expect(try await csv(root) != before)
        let version = path(server) + "/versions/1"
        #expect(try await root.get(path(server)).text.contains("href=\"\(version)\""))
        let page = try await root.get(version)
        #expect(page.text.contains("0 added, 1 changed, 0 removed") && !page.text.contains("<b>"))
        let old = try await root.post(version, [("revision", "1")])
        #expect(old.status == 412 && old.text.contains("changed meanwhile"))
        #expect(try await root.post(version, []).status == 412)
        let revision = try #require(page.hidden("revision"))
        let restored = try await root.post(version, [("revision", revision)])
        #expect(restored.location == "/admin/sources?done=rows&of=demo")
        #expect(try await csv(root) == before)
        let ben = try await server.visitor("ben")
        #expect(try await ben.get(version).status == 403)
        #expect(try await ben.post(version, [("revision", revision)]).status == 403)
    }

    @Test("a confirmation is refused if the rows changed after the preview, and for other people")
    func changed() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let (_, fields) = try await preview("ID,Shelf\nCB-001,B1\n", server, by: root)
        let ben = try await server.visitor("ben", .administrator)
        #expect(try await ben.post(path(server) + "/table/replace", fields).status == 410)
        let change = #"{"values": {"Shelf": "C1"}}"#
        let row = "/api/v1/sources/demo/vehicles/CB-001"
        #expect(try await ben.send(.patch, row, json: change).status == 200)
        let refused = try await root.post(path(server) + "/table/replace", fields)
        #expect(refused.status == 412 && refused.text.contains("C1 → B1"))
        #expect(try await csv(root).contains("C1"))
    }

    @Test("a file that is no table, and none at all, are refused on the page of the source")
    func refused() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        for text in ["", "nonsense", "Name\nx\n"] {
            let (answer, fields) = try await preview(text, server, by: root)
            #expect(answer.status == 422 && fields.isEmpty)
        }
        let form = try await root.post(path(server) + "/table", [("file", "x")])
        #expect(form.status == 415)
    }

    @Test("a table becomes a source, whose properties are seen as the preview asks")
    func add() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let text = "ID;Farbe;Regal;PIN;Notiz\n1;rot;A3;77;x\n2;blau;A4;78;y\n"
        let answer = try await root.post(
            "/admin/tables", [("name", "bikes")], files: [("a.csv", Array(text.utf8))],
            field: "file")
        #expect(answer.status == 200 && settings.added.isEmpty)
        let upload = try #require(answer.hidden("upload"))
        let added = try await root.post(
            "/admin/tables/add", [("upload", upload), ("name", "bikes"), ("column-0", "none")])
        #expect(added.status == 303)
        let uuid = try #require(settings.added.first)
        #expect(settings.changes.first?.hasPrefix("add bikes inventory:") == true)
        let stored = try await server.stored(of: uuid)
        #expect(stored?.rows.count == 2 && stored?.headings.contains("Farbe") == true)
        let taken = try await root.post(
            "/admin/tables", [("name", "demo")], files: [("a.csv", Array(text.utf8))],
            field: "file")
        #expect(taken.status == 409)
        let member = try await server.visitor("ana")
        let files = [("a.csv", Array(text.utf8))]
        #expect(
            try await member.post("/admin/tables", [("name", "x")], files: files, field: "file")
                .status == 403)
    }

    @Test("a source that cannot be added leaves no rows behind")
    func failure() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let answer = try await root.post(
            "/admin/tables", [("name", "taken")], files: [("a.csv", Array("ID\n1\n".utf8))],
            field: "file")
        let upload = try #require(answer.hidden("upload"))
        let added = try await root.post(
            "/admin/tables/add", [("upload", upload), ("name", "taken")])
        #expect(added.status == 409)
        let uuid = try #require(settings.added.first)
        #expect(try await server.stored(of: uuid) == nil)
    }

    @Test("administrators add a row on the page of the source, and remove one that they confirm")
    func rows() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let added = try await root.post(path(server) + "/row", [("id", "CB-004")])
        #expect(added.location == "/v/demo/CB-004/edit")
        #expect(try await root.post(path(server) + "/row", [("id", "CB-004")]).status == 409)
        #expect(try await root.post(path(server) + "/row", [("id", " ")]).status == 422)
        let remove = "/v/demo/CB-004/edit/remove"
        #expect(try await root.get("/v/demo/CB-004/edit").text.contains(remove))
        #expect(try await root.post(remove).status == 303)
        #expect(try await csv(root).contains("CB-004"))
        #expect(try await root.post(remove, [("confirmed", "1")]).location == "/?source=demo")
        #expect(!(try await csv(root).contains("CB-004")))
        let ana = try await server.visitor("ana")
        #expect(!(try await ana.get("/v/demo/CB-001/edit").text.contains("edit/remove")))
        let refused = try await ana.post("/v/demo/CB-001/edit/remove", [("confirmed", "1")])
        #expect(refused.status == 403)
    }

    @Test("a member edits a row on the page of its vehicle, without what is hidden")
    func edit() async throws {
        let server = try await ServedInventory.team()
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/v/demo/CB-001").text.contains("/v/demo/CB-001/edit"))
        let page = try await ana.get("/v/demo/CB-001/edit").text
        #expect(page.contains("value=\"Shelf\"") && page.contains("value=\"A3\""))
        #expect(!page.contains("PIN") && !page.contains("1234") && !page.contains("value=\"red\""))
        let form = [
            ("name-0", "state"), ("old-0", "available"), ("value-0", "in repair"),
            ("name-1", "Shelf"), ("old-1", "A3"), ("value-1", "A3"), ("reason", "brakes"),
        ]
        #expect(try await ana.post("/v/demo/CB-001/edit", form).location == "/v/demo/CB-001")
        let root = try await server.visitor("root")
        #expect(try await csv(root).contains("CB-001,Alma,in repair,red,A3,1234,brakes"))
        // The old state is not the present one.
        let late = try await ana.post("/v/demo/CB-001/edit", form)
        #expect(late.status == 412 && late.text.contains("in repair"))
        let hostile = try await ana.post(
            "/v/demo/CB-001/edit",
            [("name-0", "PIN"), ("old-0", ""), ("value-0", "<script>alert(1)</script>")])
        #expect(hostile.status >= 400 && !hostile.text.contains("<script>alert"))
        #expect(try await csv(root).contains("1234"))
        let eve = try await server.visitor("eve", .viewer)
        #expect(try await eve.get("/v/demo/CB-001/edit").status == 403)
        #expect(!(try await eve.get("/v/demo/CB-001").text.contains("CB-001/edit")))
        #expect(try await eve.post("/v/demo/CB-001/edit", form).status == 403)
    }
}

extension Answer {
    /// The value of a hidden field of a form.
    func hidden(_ name: String) -> String? {
        let start = "name=\"\(name)\" value=\""
        return text.range(of: start).map { range in
            String(text[range.upperBound...].prefix { $0 != "\"" })
        }
    }
}

extension ServedTeam {
    /// Returns the stored rows of a source.
    fileprivate func stored(of source: UUID) async throws -> Inventory? {
        try await team.database.read(as: .server) {
            try InventoryTable(of: source, in: $0).read()
        }
    }
}
