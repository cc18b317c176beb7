import FleetCore
import FleetSQL
import FleetService
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("Sheets and rolls of labels on the server")
struct LabelSheetTests {
    private func visitor() async throws -> Visitor {
        let vehicles = (1...30).map { Vehicle(id: "CAR-\(10 + $0)") }
        return try await ServedTeam([("demo", vehicles)]).visitor("ana")
    }

    private func text(_ pdf: [UInt8]) async throws -> [Substring] {
        let text = try await Tool.run("pdftotext", "-", "-", input: pdf)
        return String(decoding: text, as: UTF8.self).split(separator: "\u{C}")
    }

    @Test("Sheets have their page numbers, and their first and last ID")
    func footers() async throws {
        let ana = try await visitor()
        let sheets = try await ana.post(
            "/labels", [("source", "demo"), ("content", "id"), ("layout", "L7160")])
        let pages = try await text(sheets.bytes)
        #expect(pages.count == 2)
        #expect(pages[0].contains("page 1/2 · CAR-11 – CAR-31"))
        #expect(pages[1].contains("page 2/2 · CAR-32 – CAR-40"))
    }

    @Test(
        "A roll has labels of a size: a layout in the API, and a field of the page",
        arguments: [("/api/v1/labels", "layout"), ("/labels", "roll")])
    func roll(path: String, field: String) async throws {
        let ana = try await visitor()
        let fields = [("source", "demo"), ("content", "id"), ("ids", "CAR-11")]
        let label = try await ana.post(path, fields + [(field, "62x29mm")])
        #expect(label.status == 200)
        #expect(try await text(label.bytes) == ["CAR-11\n\n"])
        let refused = try await ana.post(path, fields + [(field, "62")])
        #expect(refused.status == (path == "/labels" ? 422 : 400))
        #expect(refused.text.contains("62x29"))
    }

    @Test(
        "A value that the form does not have is an error, and not replaced by another",
        arguments: [
            ("layout", "L9999", "no layout L9999"), ("level", "X", "L, M, Q, H"),
            ("caption", String(repeating: "c", count: 101), "at most 100 characters"),
        ])
    func mistakes(field: String, value: String, words: String) async throws {
        let refused = try await visitor().post(
            "/labels", [("source", "demo"), ("content", "id"), (field, value)])
        #expect(refused.status == 422)
        #expect(refused.text.contains(words))
    }

    private func team() async throws -> ServedTeam {
        var vehicle = Vehicle(id: "CB-1")
        vehicle.name = "Ada"
        vehicle.properties = CustomProperties([("Shelf", "<b>A3"), ("PIN", "4711")])
        let server = try await ServedTeam([("demo", [vehicle])])
        var feed = FeedDescription(format: TableFormat.csv.rawValue)
        feed.properties = [
            CustomProperty("Shelf"), CustomProperty("PIN", visibility: .administrators),
        ]
        try await server.load(
            [vehicle], server.sources.all[0], feed, at: ServedTeam.loadedAt + 60)
        return server
    }

    @Test(
        "Text and caption are templates of fields and properties, as text of a form too",
        arguments: ["/labels", "/api/v1/labels"])
    func template(path: String) async throws {
        let ana = try await team().visitor("ana")
        let text = "{name} · {shelf}"
        let form =
            path == "/labels" ? [("text", "custom"), ("custom-text", text)] : [("text", text)]
        let fields = [("source", "demo"), ("content", "id"), ("caption", "{{{vehicle_id}}}")]
        let label = try await ana.post(path, fields + form)
        #expect(label.status == 200)
        let words = try await self.text(label.bytes).joined()
        #expect(words.contains("Ada · <b>A3") && words.contains("{CB-1}"))
    }

    @Test("A property that the person does not see has no name")
    func hidden() async throws {
        let server = try await team()
        let ana = try await server.visitor("ana")
        let root = try await server.visitor("root", .administrator)
        let fields = [("source", "demo"), ("content", "id")]
        for field in ["text", "caption"] {
            let pin = fields + [(field, "{PIN}")]
            for path in ["/labels", "/api/v1/labels"] {
                let refused = try await ana.post(path, pin)
                #expect(refused.status == 422 && refused.text.contains("Shelf"), "\(path)")
                #expect(!refused.text.contains("PIN,") && !refused.text.contains("4711"))
            }
            let label = try await root.post("/labels", pin)
            #expect(try await text(label.bytes).joined().contains("4711"))
        }
        let word = try await ana.post("/labels", fields + [("text", "plate")])
        #expect(word.status == 422 && word.text.contains("has the name of a field in braces"))
    }

    @Test("The page keeps a text of one's own, and not as markup")
    func page() async throws {
        let ana = try await team().visitor("ana")
        let query = "source=demo&text=custom&custom-text=%7Bname%7D%22%3E%3Cscript%3E"
        let page = try await ana.get("/labels?" + query).text
        #expect(page.contains(#"<option value="custom" selected>"#))
        #expect(page.contains("{name}&quot;&gt;&lt;script&gt;"))
        #expect(try await !ana.get("/labels").text.contains(#"<option value="custom" selected>"#))
    }

    private static let fields = [("source", "demo"), ("content", "id"), ("layout", "L7160")]

    /// Returns the payloads of the codes in a PNG image that an address holds.
    private func codes(in address: Any?) async throws -> [String] {
        let prefix = "data:image/png;base64,"
        let text = try #require(address as? String)
        try #require(text.hasPrefix(prefix))
        let image = try #require(Data(base64Encoded: String(text.dropFirst(prefix.count))))
        let found = try await Tool.run(
            "sh", "-c", "cat > sheet.png && zbarimg -q --raw sheet.png", input: Array(image))
        return String(decoding: found, as: UTF8.self).split(separator: "\n").map(String.init)
            .sorted()
    }

    @Test("The preview is the first sheet, and says how many there are, or why there is none")
    func preview() async throws {
        let ana = try await visitor()
        let roll = try await ana.post("/labels/preview", Self.fields + [("roll", "62x29")]).json()
        #expect(try await codes(in: roll["image"]) == ["CAR-11"])
        #expect(roll["preview_text"] as? String == "30 labels on 30 pages")
        let none = try await ana.post("/labels/preview", Self.fields + [("ids", "X")]).json()
        #expect(none["image"] == nil)
        #expect(none["preview_text"] as? String == "There is no vehicle X in demo.")
        let page = try await ana.get("/labels?source=demo&content=id").text
        #expect(page.contains("data:image/png;base64,") && page.contains("30 labels on 2 pages"))
    }

    @Test("A browser prints all sheets in the exact size of their paper")
    func print() async throws {
        let ana = try await visitor()
        let page = try await ana.post("/labels/print", Self.fields).text
        let images = page.matches(of: /src="(data:image[^"]*)"/).map { String($0.1) }
        try #require(images.count == 2)
        #expect(try await codes(in: images[1]) == (32...40).map { "CAR-\($0)" })
        let style = try #require(page.firstMatch(of: /href="(\/labels\/page.css[^"]*)"/)).1
        let css = try await ana.get(String(style).replacing("&amp;", with: "&"))
        #expect(css.text.contains("@page { size: 210.0mm 297.0mm; margin: 0; }"))
        for query in ["", "?width=210", "?width=nan&height=1", "?width=1e9&height=9"] {
            #expect(try await ana.get("/labels/page.css" + query).status == 404, "\(query)")
        }
        let many = try await ana.post("/labels/print", Self.fields + [("copies", "100")])
        #expect(many.status == 422 && many.text.contains("at most 30 pages"))
    }

    @Test("Only labels that are new since the last print, of the page and of the API")
    func onlyNew() async throws {
        let ana = try await visitor()
        let new = Self.fields + [("only-new", "1")]
        let some = (11...15).map { ("id", "CAR-\($0)") }
        #expect(try await ana.post("/api/v1/labels", Self.fields + some).status == 200)
        let rest = try await ana.post("/labels/preview", new).json()
        #expect(rest["preview_text"] as? String == "25 labels on 2 pages")
        #expect(try await ana.post("/labels/print", new).status == 200)
        let none = try await ana.post("/labels", new)
        #expect(none.status == 422 && none.text.contains("All these labels are printed already."))
    }

    @Test("A label that was printed with another content is named before it is printed again")
    func changed() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "CAR-1")])])
        let root = try await server.visitor("root", .administrator)
        let uuid = server.sources.all[0].uuid
        let label = LabelPrintTable.Label(id: Array("CAR-1".utf8), payload: Array("old".utf8))
        try await server.team.database.write(as: .server) { sql in
            try LabelPrintTable(of: uuid, in: sql).record(
                [label], of: .init(layout: "L7160", target: "pdf"),
                at: Timestamp(milliseconds: 0))
        }
        let preview = try await root.post("/labels/preview", Self.fields + [("only-new", "1")])
        let text = try preview.json()["preview_text"] as? String
        #expect(text == "1 label on 1 page. Printed before with another content: CAR-1.")
    }

    @Test("Prints of a viewer, who may change nothing, are not recorded")
    func viewer() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "CAR-1")])])
        let eve = try await server.visitor("eve", .viewer)
        #expect(try await eve.post("/labels", Self.fields).status == 200)
        let preview = try await eve.post("/labels/preview", Self.fields + [("only-new", "1")])
        #expect(try preview.json()["preview_text"] as? String == "1 label on 1 page")
    }
}
