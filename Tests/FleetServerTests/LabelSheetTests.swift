import FleetCore
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
}
