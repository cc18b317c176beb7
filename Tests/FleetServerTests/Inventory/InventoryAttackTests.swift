import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

/// Requests about imported rows that no page and no careful program sends.
@Suite("Hostile requests about imported rows")
struct InventoryAttackTests {
    private static let path = ServedInventory.path
    private static let row = "/api/v1/sources/demo/vehicles/CB-001"

    private func put(
        _ bytes: [UInt8], _ root: Visitor, tag: String = "\"1\"", more: HTTPFields = [:]
    ) async throws -> Answer {
        var fields: HTTPFields = [
            .ifMatch: tag, .origin: ServedTeam.origin, .accept: "application/json",
        ]
        for field in more { fields[field.name] = field.value }
        return try await root.send(.put, Self.path, body: bytes, fields: fields)
    }

    private func headings(_ root: Visitor) async throws -> String {
        let text = try await root.get(Self.path + "?format=csv").text
        return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }

    /// Whether neither a status nor a field of an answer shows that the request was not foreseen.
    private func isClean(_ answer: Answer) -> Bool {
        answer.status < 500
            && !answer.fields.contains { $0.value.contains("\n") || $0.value.contains("\r") }
    }

    @Test(
        "An ID may have any visible characters, and is found by its whole path",
        arguments: [
            "a/b", "%2F", "..%2f", "...", "a?b#c", "a;b=c", "ü", "e\u{301}", "a\u{202E}b",
            "<script>", "\"'", "a b", "__proto__", String(repeating: "x", count: 1000),
        ])
    func ids(id: String) async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let document = try JSONSerialization.data(withJSONObject: ["id": id])
        let added = try await root.send(
            .post, Self.path, json: String(decoding: document, as: UTF8.self))
        #expect(added.status == 201, "\(added.text)")
        let encoded = PercentEncoding.encoded(id)
        let path = "/api/v1/sources/demo/vehicles/" + encoded
        let change = #"{"values": {"Shelf": "B7"}}"#
        #expect(try await root.send(.patch, path, json: change).status == 200)
        let page = try await root.get("/v/demo/\(encoded)/edit")
        #expect(page.status == 200 && page.text.contains("B7") && !page.text.contains("<script>"))
        #expect(try await root.send(.delete, path, json: "").status == 204)
        #expect(try await root.send(.patch, Self.row, json: change).status == 200)
    }

    @Test(
        "An ID that a reader of tables would change or refuse is none",
        arguments: [
            "", " ", " a", "a\t", "a\n b", "a\r\nSet-Cookie: x=1", "\0", "a\u{7F}", "a\u{85}b",
            "\u{FEFF}a", "a\u{200E}", "\u{202E}a", String(repeating: "x", count: 1001),
        ])
    func invalidIDs(id: String) async throws {
        let settings = RecordedSettings()
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let document = try JSONSerialization.data(withJSONObject: ["id": id])
        let added = try await root.send(
            .post, Self.path, json: String(decoding: document, as: UTF8.self))
        #expect((400...422).contains(added.status) && isClean(added), "\(added.text)")
        let source = "/admin/sources/" + server.sources.all[0].uuid.text
        let form = try await root.post(source + "/row", [("id", id)])
        #expect((400...422).contains(form.status) && isClean(form))
        #expect(try await root.get(Self.path).fields[.eTag] == "\"1\"")
    }

    @Test(
        "A tag is compared strongly, alone or in a list",
        arguments: [
            ("\"1\"", 200), ("*", 200), ("\"0\", \"1\"", 200), ("W/\"1\"", 412), ("1", 412),
            ("\"01\"", 412), ("\"-1\"", 412), ("\"\"", 412), (",,", 412),
        ])
    func tags(tag: String, status: Int) async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let answer = try await put(Array("ID,Shelf\nCB-001,B1\n".utf8), root, tag: tag)
        #expect(answer.status == status, "\(answer.text)")
    }

    @Test("Of two tables for the same rows at once, one is taken over and the other refused")
    func simultaneous() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        async let first = put(Array("ID,Shelf\nCB-001,B1\n".utf8), root)
        async let second = put(Array("ID,Shelf\nCB-001,C1\n".utf8), root)
        let answers = try await [first, second]
        #expect(answers.map(\.status).sorted() == [200, 412])
        let stored = try await root.get(Self.path + "?format=csv").text
        #expect(stored.contains(answers[0].status == 200 ? ",B1," : ",C1,"))
    }

    @Test(
        "A document that is no change of a row changes none, and is no failure of the server",
        arguments: [
            String(repeating: "[", count: 60_000),
            #"{"values": \#(String(repeating: "{\"a\":", count: 5000))"#, "", "null", "[]",
            #"{"values": null}"#, #"{"values": []}"#, #"{"values": {"Shelf": 1}}"#,
            #"{"values": {"Shelf": null}}"#, #"{"values": {"__proto__": "x"}}"#,
            #"{"values": {"constructor": "x"}}"#, #"{"values": {"": "x"}}"#,
            #"{"values": {"Shelf": "x", "shelf": "y"}}"#, #"{"values": {}, "PIN": "x"}"#,
            #"{"values": {"Shelf": "\ud800"}}"#, "{\"values\": {\"Shelf\": \"\u{0}\"}}",
        ])
    func documents(json: String) async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let answer = try await root.send(.patch, Self.row, json: json)
        #expect((400...422).contains(answer.status), "\(answer.status) \(answer.text)")
        #expect(try await root.get(Self.path).fields[.eTag] == "\"1\"")
    }

    @Test("Of a key that a document repeats, one value counts, which is one of them")
    func repeatedKeys() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let answer = try await root.send(
            .patch, Self.row, json: #"{"values": {"Shelf": "B1", "Shelf": "B2"}}"#)
        #expect(isClean(answer))
        let text = try await root.get(Self.path + "?format=csv").text
        #expect(text.contains(",B1,") || text.contains(",B2,") || answer.status == 400)
    }

    @Test(
        "A table with unusual headings is read or refused, and its rows stay readable",
        arguments: [
            "ID,__proto__,constructor,hasOwnProperty\nCB-001,x,y,z\n", "ID,,\nCB-001,x,y\n",
            "ID,Shelf,Shelf,shelf\nCB-001,x,y,z\n", "ID,<script>,\"a\nb\"\nCB-001,x,y\n",
            "ID,e\u{301},\u{E9}\nCB-001,x,y\n", "ID,ID\nCB-001,CB-002\n",
            "ID,=1+1,@a\nCB-001,=1+1,@a\n", "ID,\u{202E}PIN\nCB-001,x\n",
            "ID," + (0..<300).map { "c\($0)" }.joined(separator: ",") + "\nCB-001\n",
            "ID," + String(repeating: "h", count: 100_000) + "\nCB-001,x\n",
            "ID,Shelf\nCB-001," + String(repeating: "x", count: 1 << 20) + "\n",
            "ID,Shelf\n\"CB-001,B1\n", "ID\u{0},Shelf\nCB-001,B1\n",
        ])
    func tables(text: String) async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let answer = try await put(Array(text.utf8), root)
        #expect([200, 422].contains(answer.status), "\(answer.status)")
        #expect(isClean(answer))
        #expect(try await headings(root).hasPrefix("ID,Name,State,Color,Shelf,PIN"))
        let page = try await root.get("/v/demo/CB-001/edit")
        #expect(page.status == 200 && !page.text.contains("<script>x"))
        // Whatever was stored can be downloaded and sent again.
        let file = try await root.get(Self.path + "?format=csv")
        let tag = try #require(file.fields[.eTag])
        let again = try await put(file.bytes, root, tag: tag)
        #expect(try again.json()["changed"] as? Int == 0, "\(again.text.prefix(300))")
    }

    @Test("A heading that only looks like a hidden one hides its cells as well")
    func similarHeadings() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        let table = "ID,P I N,Pin code\nCB-001,hidden-1,hidden-2\n"
        #expect(try await put(Array(table.utf8), root).status == 200)
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/v/demo/CB-001/edit").text
        #expect(page.contains("Alma") && !page.contains("hidden-"))
    }

    @Test(
        "A body that is too large is not read",
        arguments: [
            (HTTPRequest.Method.put, path, "text/csv", InventoryAPI.maxTable + 1),
            (.patch, row, "application/json", (1 << 16) + 1),
            (.post, path, "application/json", (1 << 16) + 1),
            (.post, row + "/sightings", "application/json", SightingHandlers.maxBody + 1),
            (
                .post, "/v/demo/CB-001/edit", "application/x-www-form-urlencoded",
                (1 << 20) + 1
            ),
        ])
    func sizes(method: HTTPRequest.Method, target: String, type: String, size: Int) async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        for stated in ["\(size)", nil] {
            var fields: HTTPFields = [
                .contentType: type, .origin: ServedTeam.origin, .ifMatch: "\"1\"",
            ]
            fields[.contentLength] = stated
            let body = [UInt8](repeating: 0x61, count: stated == nil ? size : 1)
            let answer = try await root.send(method, target, body: body, fields: fields)
            #expect(answer.status == 413, "\(answer.status)")
        }
    }

    @Test("An archive whose directory is false is refused")
    func archives() async throws {
        let server = try await ServedInventory.team()
        let root = try await server.visitor("root")
        var archive = Array("PK\u{3}\u{4}".utf8)
        archive += [UInt8](repeating: 0xFF, count: 64) + Array("PK\u{1}\u{2}".utf8)
        archive += [UInt8](repeating: 0xFF, count: 64) + Array("PK\u{5}\u{6}".utf8)
        for ending in [[UInt8](repeating: 0xFF, count: 18), [], [0]] {
            #expect(try await put(archive + ending, root).status == 422)
        }
    }
}

/// The forms with which administrators send tables.
@Suite("Hostile forms with tables")
struct TableFormAttackTests {
    private let settings = RecordedSettings()

    private func upload(
        _ target: String, _ text: String, _ visitor: Visitor, name: String = "a.csv"
    ) async throws -> Answer {
        try await visitor.post(
            target, [("name", "bikes")], files: [(name, Array(text.utf8))], field: "file")
    }

    @Test("A table is confirmed only by its person, for its source, while that is there")
    func uploads() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let (root, ben) = (
            try await server.visitor("root"), try await server.visitor("ben", .administrator)
        )
        let source = "/admin/sources/" + server.sources.all[0].uuid.text
        let new = try await upload("/admin/tables", "ID,Rack\n1,A\n", root)
        let newID = try #require(new.hidden("upload"))
        for (visitor, form) in [
            (ben, [("upload", newID), ("name", "bikes")]), (root, [("name", "bikes")]),
            (root, [("upload", ""), ("name", "bikes")]),
            (root, [("upload", newID + "0"), ("name", "bikes")]),
        ] {
            #expect(try await visitor.post("/admin/tables/add", form).status == 410)
        }
        let other = try await root.post(
            source + "/table/replace", [("upload", newID), ("revision", "1")])
        #expect(other.status == 410 && settings.added.isEmpty)
        let rows = try await upload(source + "/table", "ID,Shelf\nCB-001,B1\n", root)
        let id = try #require(rows.hidden("upload"))
        let asNew = try await root.post("/admin/tables/add", [("upload", id), ("name", "bikes")])
        #expect(asNew.status == 410)
        for revision in ["", "x", "-1", "0", "99999999999999999999"] {
            let form = [("upload", id), ("revision", revision)]
            #expect(try await root.post(source + "/table/replace", form).status == 412)
        }
        server.sources.all = []
        let form = [("upload", id), ("revision", "1")]
        #expect(try await root.post(source + "/table/replace", form).status == 404)
    }

    @Test(
        "A form that no browser sends is refused",
        arguments: [
            ("multipart/form-data", "--b--", 400),
            ("multipart/form-data; boundary=", "--b--", 400),
            ("multipart/form-data; boundary=\"a\r\nb\"", "--b--", 400),
            ("multipart/form-data; boundary=" + String(repeating: "b", count: 71), "", 400),
            ("multipart/form-data; boundary=b", "ID\n1\n", 400),
            ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: x\r\n", 400),
            ("text/csv", "ID\n1\n", 415), ("application/json", "{}", 415), ("", "", 415),
        ])
    func forms(type: String, body: String, status: Int) async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let source = "/admin/sources/" + server.sources.all[0].uuid.text
        for target in ["/admin/tables", source + "/table"] {
            let answer = try await root.send(
                .post, target, body: Array(body.utf8),
                fields: [.contentType: type, .origin: ServedTeam.origin])
            #expect(answer.status == status, "\(target) \(answer.status)")
        }
        #expect(settings.added.isEmpty)
    }

    @Test("What a table has reaches a page as text, and its name no field of an answer")
    func texts() async throws {
        let server = try await ServedInventory.team(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let source = "/admin/sources/" + server.sources.all[0].uuid.text
        let text = "ID,<img src=x>,\"\"\"onload=\"\n<b>1</b>,<x-cell>,'\n"
        for target in ["/admin/tables", source + "/table"] {
            let answer = try await upload(
                target, text, root, name: "a\\\";x=\"<x-name>.csv")
            #expect(answer.status == 200, "\(answer.status)")
            for markup in ["<img src=x", "<b>1", "<x-cell", "<x-name", "\"onload=\""] {
                #expect(!answer.text.contains(markup), "\(target) \(markup)")
            }
        }
        let named = try await root.post(
            "/admin/tables", [("name", "a\r\nSet-Cookie: x=1")],
            files: [("a.csv", Array("ID\n1\n".utf8))], field: "file")
        #expect((400...422).contains(named.status) && named.fields[.setCookie] == nil)
    }
}

/// What several people do on one day.
@Suite("Several people change imported rows")
struct InventoryDayTests {
    private func csv(_ visitor: Visitor) async throws -> String {
        try await visitor.get(ServedInventory.path + "?format=csv").text
    }

    private func put(
        _ text: String, _ query: String, tag: String, _ visitor: Visitor
    ) async throws -> Answer {
        try await visitor.send(
            .put, ServedInventory.path + query, body: Array(text.utf8),
            fields: [
                .ifMatch: tag, .origin: ServedTeam.origin, .accept: "application/json",
            ])
    }

    @Test("Two people who edit one row, and one who uploads over it, lose nothing of each other")
    func day() async throws {
        let server = try await ServedInventory.team()
        let (ana, ben, root) = (
            try await server.visitor("ana"), try await server.visitor("ben"),
            try await server.visitor("root")
        )
        // All of them have opened the row or downloaded the table before the first change.
        let file = try await root.get(ServedInventory.path + "?format=csv")
        let tag = try #require(file.fields[.eTag])
        let edit = "/v/demo/CB-001/edit"
        #expect(
            try await ana.post(edit, ServedInventory.cells(("Shelf", "A3", "B1"))).status == 303)
        #expect(
            try await ben.post(edit, ServedInventory.cells(("name", "Alma", "Alba"))).status == 303)
        let both = try await ben.post(
            edit, ServedInventory.cells(("Shelf", "A3", "C1"), ("name", "Alba", "Alva")))
        #expect(both.status == 412 && both.text.contains("B1") && both.text.contains("C1"))
        #expect(try await csv(root).contains("CB-001,Alba,available,red,B1,1234"))
        let table = file.text.replacing("CB-002,Bo", with: "CB-002,Bob")
        #expect(try await put(table, "", tag: tag, root).status == 412)
        #expect(try await csv(root).contains("CB-001,Alba,available,red,B1,1234"))
        let now = try await root.get(ServedInventory.path + "?format=csv")
        let newer = now.text.replacing("CB-002,Bo", with: "CB-002,Bob")
        let taken = try await put(newer, "", tag: try #require(now.fields[.eTag]), root)
        #expect(taken.status == 200)
        #expect(try taken.json()["changed"] as? Int == 1)
        let rows = try await csv(root)
        #expect(rows.contains("CB-001,Alba,available,red,B1,1234") && rows.contains("CB-002,Bob"))
    }

    @Test("A sheet that is filtered to a few rows and columns loses neither others nor their cells")
    func filtered() async throws {
        let server = try await ServedInventory.team(further: 17)
        let root = try await server.visitor("root")
        let before = try await csv(root).split(whereSeparator: \.isNewline)
        let sheet = "ID,Shelf\nCB-001,B1\nCB-002,A4\nX-1,\nX-2,Z2\nX-3,\n"
        let removing = try await put(sheet, "?remove_missing=1", tag: "\"1\"", root)
        #expect(removing.status == 409)
        let taken = try await put(sheet, "", tag: "\"1\"", root)
        #expect(taken.status == 200)
        #expect(try taken.json()["missing"] as? Int == 15)
        let after = try await csv(root).split(whereSeparator: \.isNewline)
        #expect(after.count == before.count)
        #expect(after[1] == "CB-001,Alma,available,red,B1,1234")
        let changed = zip(before, after).filter { $0 != $1 }.map { $1.prefix { $0 != "," } }
        #expect(changed == ["CB-001", "X-2"])
    }
}
