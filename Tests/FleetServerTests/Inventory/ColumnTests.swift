import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The columns of a source's table")
struct ColumnTests {
    private static let demo = "/api/v1/sources/demo"

    private let settings = RecordedSettings()

    private func team() async throws -> ServedTeam {
        try await ServedInventory.team(sourceAdministration: settings)
    }

    private func path(_ server: ServedTeam) -> String {
        "/admin/sources/" + server.sources.all[0].uuid.text
    }

    /// A form of columns: each with what it holds and who sees it.
    private func form(_ columns: (String, String, String)...) -> [(String, String)] {
        columns.enumerated().flatMap { index, column in
            [
                ("column-\(index)", column.0), ("field-\(index)", column.1),
                ("seen-\(index)", column.2),
            ]
        }
    }

    @Test("the page has each column, with what it holds, its first values and who sees it")
    func page() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let page = try await root.get(path(server)).text
        for text in [
            "action=\"\(path(server))/columns\"", "name=\"column-5\" value=\"PIN\"",
            "1234, 5678", "<option value=\"color\" selected>",
            "<option value=\"administrators\" selected>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        let ana = try await server.visitor("ana")
        #expect(try await ana.get(path(server)).status == 403)
        #expect(try await ana.post(path(server) + "/columns").status == 403)
        let german = try await root.get(path(server), fields: [.acceptLanguage: "de"]).text
        #expect(german.contains("Was PIN hat") && german.contains("Breitengrad"))
        let feed = try await ServedTeam(sourceAdministration: settings)
        let other = try await feed.visitor("root")
        #expect(try await !other.get(path(feed)).text.contains("id=\"columns\""))
        #expect(try await other.post(path(feed) + "/columns", form()).status == 409)
    }

    @Test("a column that fewer people see is stored at once, with its heading in the log")
    func hide() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let answer = try await root.post(
            path(server) + "/columns",
            form(
                ("ID", "id", "everyone"), ("Shelf", "property", "members"),
                ("PIN", "property", "administrators")))
        #expect(answer.location == "/admin/sources?done=columns&of=demo")
        #expect(settings.changes == ["table Shelf members"])
        #expect(try await server.audit()[0].subject == "demo: columns Shelf")
    }

    @Test("a column that more people see is named in a question before")
    func reveal() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let choice = form(("PIN", "property", "members"), ("Shelf", "name", "everyone"))
        let twice = try await root.post(path(server) + "/columns", choice)
        #expect(twice.status == 422 && twice.text.contains("Two columns hold name"))
        let wanted = form(("PIN", "property", "members"), ("Shelf", "code", "everyone"))
        let question = try await root.post(path(server) + "/columns", wanted)
        #expect(question.status == 200 && question.text.contains("PIN is then seen by: members"))
        #expect(!question.text.contains("Shelf is then") && settings.changes.isEmpty)
        let confirmed =
            form(("PIN", "property", "members"), ("Shelf", "code", "everyone"))
            + [("reveal", "1"), ("remove_history", "1")]
        let made = try await root.post(path(server) + "/columns", confirmed)
        #expect(made.location == "/admin/sources?done=columns&of=demo")
        #expect(settings.changes.last?.hasPrefix("table code=Shelf") == true)
        #expect(settings.changes.last?.contains("PIN members") == true)
    }

    @Test("a hidden column that becomes a field is named, too, since everyone sees it then")
    func revealField() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let question = try await root.post(
            path(server) + "/columns", form(("PIN", "code", "administrators")))
        #expect(question.text.contains("PIN is then seen by: everyone"))
        let answer = try await root.send(
            .patch, Self.demo, json: #"{"columns": {"PIN": "code"}}"#)
        #expect(answer.status == 409 && settings.changes.isEmpty)
    }

    @Test(
        "choices that no table can be read with are refused on the page",
        arguments: [
            ("Other", "property", "everyone"), ("Shelf", "nonsense", "everyone"),
            ("Shelf", "property", "nobody"), ("Shelf", "lat", "everyone"),
            ("ID", "property", "everyone"), ("Name", "name", "members"),
            ("Shelf", "property", "everyone"), ("<script>alert(1)", "id", "everyone"),
            ("State", "property", "everyone"),
        ])
    func refused(heading: String, field: String, visibility: String) async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        let answer = try await root.post(
            path(server) + "/columns", form((heading, field, visibility)))
        #expect(answer.status == 422, "\(answer.text)")
        #expect(answer.text.contains("role=\"alert\"") && !answer.text.contains("<script>alert"))
        #expect(settings.changes.isEmpty)
    }

    @Test("a program changes columns, and confirms what more people see")
    func program() async throws {
        let server = try await team()
        let root = try await server.visitor("root")
        func patch(_ json: String) async throws -> Answer {
            try await root.send(.patch, Self.demo, json: json)
        }
        let hidden = #"{"columns": {"Name": "property"}, "visibilities": {"name": "members"}}"#
        #expect(try await patch(hidden).status == 204)
        #expect(settings.changes == ["table Name members"])
        let shown = try await patch(#"{"visibilities": {"PIN": "everyone"}}"#)
        #expect(shown.status == 409)
        #expect(try shown.json()["parameter"] as? String == "reveal")
        #expect(
            try await patch(#"{"visibilities": {"PIN": "everyone"}, "reveal": true}"#).status == 204
        )
        // As with the command, a column that is not for everyone is a property.
        #expect(try await patch(#"{"visibilities": {"Color": "members"}}"#).status == 204)
        for json in [
            #"{"columns": {"Shelf": "name"}}"#, #"{"columns": {"X": "code"}}"#,
            #"{"columns": {}}"#, #"{"reveal": true}"#,
            #"{"columns": {"Shelf": "code"}, "name": "x"}"#,
        ] {
            #expect(try await patch(json).status == 422, "\(json)")
        }
        let ana = try await server.visitor("ana")
        #expect(try await ana.send(.patch, Self.demo, json: hidden).status == 403)
    }

    @Test("a table file has its columns on the page, too")
    func file() async throws {
        var vehicle = Vehicle(id: "CB-1")
        vehicle.properties = CustomProperties([("Regal", "A3"), ("PIN", "1234")])
        let server = try await ServedTeam(
            sourceAdministration: settings, [("demo", [vehicle])])
        var feed = FeedDescription(format: TableFormat.csv.rawValue)
        feed.table = TableDescription(columns: [.init(.id, "Nummer"), .init(.state, "Zustand")])
        feed.properties = [
            CustomProperty("Regal"), CustomProperty("PIN", visibility: .administrators),
        ]
        try await server.load(
            [vehicle], server.sources.all[0], feed, at: ServedTeam.loadedAt + 60)
        let root = try await server.visitor("root")
        let page = try await root.get(path(server)).text
        for text in ["value=\"Nummer\"", "CB-1", "value=\"Regal\"", "A3", "1234"] {
            #expect(page.contains(text), "\(text)")
        }
        let target = path(server) + "/columns"
        let hidden = try await root.post(target, form(("Regal", "property", "members")))
        #expect(hidden.status == 303 && settings.changes == ["table Regal members"])
        let question = try await root.post(target, form(("PIN", "property", "everyone")))
        #expect(question.text.contains("PIN is then seen by: everyone"))
        // It would be recognized again.
        let field = try await root.post(target, form(("Zustand", "property", "everyone")))
        #expect(field.status == 422)
    }
}
