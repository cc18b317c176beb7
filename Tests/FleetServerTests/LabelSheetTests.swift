import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

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
}
