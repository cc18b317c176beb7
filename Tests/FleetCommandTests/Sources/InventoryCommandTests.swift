import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import fleet

@Suite("The rows of a table belong to the home after an import", .slots)
struct InventoryCommandTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private static let bikes = """
        Bikes of the campus,,,,
        Asset tag,Bezeichnung,Zustand,Shelf,PIN,Akku
        CB-001,Alma,frei,A3,0012,80
        CB-002,Bo,in Reparatur,,0815,45
        ,Cleo,frei,B1,,
        Summe,3,,,,

        """

    @discardableResult
    private func imported(
        _ text: String = bikes, _ options: String..., file: String = "bikes.csv"
    ) async throws -> Outcome {
        let path = try home.write(text, to: file)
        return try await home.run(["source", "add", "bikes", path, "--import"] + options)
    }

    private func fleet(_ arguments: String...) async throws -> Outcome {
        try await home.run(arguments)
    }

    private func export() async throws -> [String] {
        try await fleet("inventory", "export").succeeded().lines
    }

    private func values(_ names: String) async throws -> [String] {
        try await fleet(
            "list", "--fields", names, "--format", "csv", "--no-header", "--sort", "id"
        ).succeeded().lines
    }

    @Test("the file is no longer needed, and its later changes have no effect")
    func importing() async throws {
        let added = try await imported().succeeded()
        #expect(added.errorText.contains("added bikes with 3 rows of \(home.path)/bikes.csv"))
        #expect(added.errorText.contains("found imported rows, 2 vehicles, stable IDs"))
        #expect(added.errorText.contains("row 5 (no ID)"))
        #expect(
            try await values("id,name,state,Shelf") == [
                "CB-001,Alma,available,A3", "CB-002,Bo,in_repair,",
            ])
        try home.write("Asset tag,Bezeichnung\nX,Y\n", to: "bikes.csv")
        #expect(try await values("id").count == 2)
        try FileManager.default.removeItem(atPath: home.path(of: "bikes.csv"))
        #expect(try await values("id").count == 2)
        #expect(
            try await export() == [
                "Asset tag,Bezeichnung,Zustand,Shelf,PIN,Akku", "CB-001,Alma,frei,A3,0012,80",
                "CB-002,Bo,in Reparatur,,0815,45", ",Cleo,frei,B1,,",
            ])
        let shown = try await fleet("source", "show").succeeded()
        #expect(shown.lines.contains("location: imported rows"))
        #expect(shown.lines.contains("column: state=Zustand"))
        #expect(try await fleet("source", "list").succeeded().text.contains("imported rows"))
        let json = try await fleet("source", "show", "--json").succeeded().json()
        #expect(json["location"] as? String == "inventory:")
        #expect(try await fleet("check").succeeded().errorText.contains("2 vehicles"))
    }

    @Test("a cell is set by its field or heading, and a reason with it")
    func setting() async throws {
        try await imported().succeeded()
        let set = try await fleet(
            "inventory", "set", "CB-001", "state=in repair", "shelf=A4", "Akku=", "lat=48.1",
            "lon=11.5", "--reason", "brakes"
        ).succeeded()
        #expect(
            set.errorLines == [
                "changed CB-001: Zustand in repair (was frei), Shelf A4 (was A3), "
                    + "Akku empty (was 80), Latitude 48.1, Longitude 11.5, Reason brakes"
            ])
        #expect(
            try await values("id,state,lat,lon,battery,Shelf,Reason")
                == ["CB-001,in_repair,48.1,11.5,,A4,brakes", "CB-002,in_repair,,,45,,"])
        let preferences = home.bytes(of: "preferences.json")
        #expect(
            try await Tool.jq(".sources.bikes.table.columns | length", preferences) == ["4"])
        // Another state without a reason clears it.
        try await fleet("inventory", "set", "CB-001", "state=available").succeeded()
        #expect(try await values("id,state,Reason").first == "CB-001,available,")
        let same = try await fleet("inventory", "set", "CB-001", "state=available").succeeded()
        #expect(same.errorLines == ["CB-001 is unchanged"])
        let dry = try await fleet(
            "inventory", "set", "CB-001", "Shelf=Z", "--dry-run"
        ).succeeded()
        #expect(dry.errorLines == ["would change CB-001: Shelf Z (was A4)"])
        #expect(try await values("id,Shelf").first == "CB-001,A4")
    }

    @Test(
        "what would not be understood is refused, and nothing is stored",
        arguments: [
            (["CB-001", "state=flying"], #"column Zustand: "flying" is no known state"#),
            (["CB-001", "battery=much"], #"column Akku: "much" is no percentage"#),
            (["CB-001", "color=loud"], #"column Color: "loud" is no known color"#),
            (["CB-001", "lat=48"], "a latitude needs a longitude"),
            (["CB-001", "Shelf=A", "colour=red"], "there is no column or field colour"),
            (["CB-001", "Shelf=A", "shelf=B"], "Shelf is given twice"),
            (["CB-001", "id=CB-002"], "a row has the ID CB-002 already"),
            (["CB-009", "Shelf=A"], "no row has the ID CB-009"),
        ])
    func refused(arguments: [String], cause: String) async throws {
        try await imported().succeeded()
        let before = try await export()
        let outcome = try await home.run(["inventory", "set"] + arguments)
        #expect(outcome.status == 64 || outcome.status == 66)
        #expect(outcome.errorLines.first == "error: " + cause)
        #expect(outcome.errorLines.count == 2)
        #expect(try await export() == before)
    }

    @Test("rows are added and removed by their IDs")
    func adding() async throws {
        try await imported().succeeded()
        try await fleet("inventory", "add", "CB-003", "color=rot", "Shelf=C").succeeded()
        #expect(try await values("id,color,Shelf").last == "CB-003,red,C")
        let again = try await fleet("inventory", "add", "CB-003")
        again.failed(
            64, "a row has the ID CB-003 already", "`fleet inventory set` changes the row")
        let asked = try await fleet("inventory", "remove", "CB-003", "CB-001")
        #expect(asked.status == 64)
        try await fleet("inventory", "remove", "CB-003", "CB-001", "--yes").succeeded()
        #expect(try await values("id") == ["CB-002"])
    }

    @Test("rows without an ID get numbers")
    func numbering() async throws {
        try await imported().succeeded()
        let dry = try await fleet(
            "inventory", "number", "--prefix", "CB-", "--digits", "3", "--dry-run"
        ).succeeded()
        #expect(
            dry.errorLines == ["row 4 (Bezeichnung Cleo, Zustand frei, Shelf B1): CB-003"])
        #expect(try await values("id").count == 2)
        try await fleet("inventory", "number", "--prefix", "CB-", "--yes").succeeded()
        #expect(try await values("id,name").last == "CB-003,Cleo")
        let none = try await fleet("inventory", "number", "--prefix", "CB-").succeeded()
        #expect(none.errorLines == ["every row has an ID"])
    }

    @Test("an export that is taken over again changes nothing", arguments: ["csv", "xlsx"])
    func roundTrip(suffix: String) async throws {
        try await imported().succeeded()
        try await fleet("inventory", "set", "CB-001", "lat=48.137154", "lon=11.5").succeeded()
        try await fleet("inventory", "set", "CB-002", "Bezeichnung=\"a, b\"\nc").succeeded()
        let before = try await export()
        let path = home.path(of: "out." + suffix)
        try await fleet("inventory", "export", "--out", path).succeeded()
        let set = try await fleet(
            "inventory", "set", "--file", path, "--remove-missing"
        ).succeeded()
        #expect(set.errorText.contains("0 added, 0 changed, 0 not in the file"))
        #expect(try await export() == before)
        try await fleet("source", "add", "copy", path, "--import").succeeded()
        #expect(
            try await fleet("inventory", "export", "--source", "copy").succeeded().lines == before)
    }

    @Test("a changed file adds, changes and removes rows, after a preview")
    func takingOver() async throws {
        try await imported().succeeded()
        let path = try home.write(
            "Asset tag;Shelf;Farbe\nCB-002;C9;rot\nCB-004;D1;\n", to: "new.csv")
        let dry = try await fleet("inventory", "set", "--file", path, "--dry-run").succeeded()
        #expect(
            dry.errorLines == [
                "1 added, 1 changed, 2 not in the file", "added: CB-004",
                "changed: CB-002: Shelf C9, Color rot", "not in the file: CB-001",
                "not in the file: a row without an ID",
            ])
        #expect(try await export().count == 4)
        try await fleet("inventory", "set", "--file", path).succeeded()
        #expect(
            try await values("id,name,Shelf,color")
                == ["CB-001,Alma,A3,", "CB-002,Bo,C9,red", "CB-004,,D1,"])
        let asked = try await fleet("inventory", "set", "--file", path, "--remove-missing")
        #expect(asked.status == 64)
        #expect(try await export().count == 5)
        try await fleet(
            "inventory", "set", "--file", path, "--remove-missing", "--yes"
        ).succeeded()
        #expect(try await values("id") == ["CB-002", "CB-004"])
    }

    @Test(
        "rows of each format are imported",
        arguments: [
            ("a.json", #"[{"id":"A","Shelf":"1","properties":"x"},{"id":"B","a":{"b":[1,2]}}]"#),
            ("a.ndjson", "{\"id\":\"A\",\"Shelf\":1}\n{\"id\":\"B\",\"Shelf\":2}\n"),
            (
                "a.geojson",
                #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"A"},"geometry":{"type":"Point","coordinates":[11.5,48.1]}},{"type":"Feature","properties":{"id":"B"},"geometry":null}]}"#
            ),
            ("a.tsv", "ID\tShelf\tShelf\nA\t1\t2\nB\t3\t4\n"),
        ])
    func formats(name: String, text: String) async throws {
        try await imported(text, file: name).succeeded()
        #expect(try await values("id") == ["A", "B"])
    }

    @Test("an import that fails leaves neither rows nor a source")
    func failing() async throws {
        let feed = try await imported(#"{"data":{"bikes":[{"bike_id":"A"}]}}"#, file: "f.json")
        feed.failed(
            65, "\(home.path)/f.json: this is a feed, not a table",
            "leave out --import; only CSV, XLSX, GeoJSON and JSON rows can be imported")
        #expect(try await imported("a,b\n1,2\n").status == 65)
        #expect(try await fleet("source", "add", "x", "sim://demo", "--import").status == 65)
        let unchecked = try await imported(Self.bikes, "--no-check")
        #expect(unchecked.status == 64)
        #expect(home.bytes(of: "team.sqlite").isEmpty)
        #expect(try await fleet("source", "show", "bikes").status == 66)
    }

    @Test("a replaced or removed source takes its rows with it, a renamed one keeps them")
    func removing() async throws {
        try await imported().succeeded()
        #expect(try await imported().status == 64)
        try await fleet("inventory", "set", "CB-001", "Shelf=Z").succeeded()
        #expect(try await imported(Self.bikes, "--replace").status == 64)
        #expect(try await export()[1] == "CB-001,Alma,frei,Z,0012,80")
        try await imported(Self.bikes, "--replace", "--yes").succeeded()
        #expect(try await export()[1] == "CB-001,Alma,frei,A3,0012,80")
        try await fleet("source", "rename", "bikes", "campus").succeeded()
        #expect(try await values("id").count == 2)
        let edit = try await fleet("source", "edit", "campus", "sim://demo")
        #expect(edit.status == 64)
        #expect(try await export().count == 4)
        let asked = try await fleet("source", "remove", "campus")
        #expect(asked.status == 64 && asked.errorText.contains("campus has 3 rows"))
        try await fleet("source", "remove", "campus", "--yes").succeeded()
        let left = try await Tool.sqlite(
            "SELECT (SELECT count(*) FROM inventory) + (SELECT count(*) FROM inventory_row)",
            home.path(of: "team.sqlite"))
        #expect(left == ["0"])
        try await imported().succeeded()
        try await fleet("source", "add", "bikes", "sim://demo", "--replace", "--yes").succeeded()
        #expect(
            try await Tool.sqlite(
                "SELECT count(*) FROM inventory", home.path(of: "team.sqlite")) == ["0"])
    }

    @Test("only the program writes the location, and other sources have no rows")
    func refusals() async throws {
        for arguments in [
            ["source", "add", "x", "inventory:"], ["list", "--source", "inventory:"],
            ["source", "edit", "demo", "inventory:"],
        ] {
            let outcome = try await home.run(arguments)
            outcome.failed(
                64, "only the program writes `inventory:`",
                "add the rows of a file with `fleet source add NAME FILE --import`")
        }
        let other = try await fleet("inventory", "export", "--source", "demo")
        other.failed(
            64, "the rows of demo are not imported",
            "`fleet source add demo FILE --import --replace` imports the rows of a table")
        #expect(home.bytes(of: "team.sqlite").isEmpty)
    }

    @Test("rows in PostgreSQL are those of all machines", .ownThreads)
    func database() async throws {
        let shared = try SharedDatabaseHome()
        let path = try shared.home.write(Self.bikes, to: "bikes.csv")
        _ = try await shared.run("source", "add", "bikes", path, "--import").succeeded()
        _ = try await shared.runElsewhere("inventory", "set", "CB-001", "Shelf=Z").succeeded()
        let rows = try await shared.run("inventory", "export").succeeded()
        #expect(rows.lines.contains("CB-001,Alma,frei,Z,0012,80"))
        let list = try await shared.runElsewhere("list", "--format", "json").succeeded()
        #expect(list.ids == ["CB-001", "CB-002"])
        _ = try await shared.run("source", "remove", "bikes", "--yes").succeeded()
        #expect(try shared.database.sql("SELECT count(*) FROM fleet.inventory_row") == ["0"])
        #expect(shared.home.bytes(of: "team.sqlite").isEmpty)
    }

    @Test("on a terminal, one question asks who sees the properties")
    func question() async throws {
        let path = try home.write(Self.bikes, to: "bikes.csv")
        let screen = try await TmuxScreen(home, "source", "add", "bikes", path, "--import")
        try await screen.waitUntil("Shelf: everyone; PIN: administrators")
        try await screen.type("m\n")
        try await screen.expectExit(0)
        let preferences = home.bytes(of: "preferences.json")
        #expect(
            try await Tool.jq(".sources.bikes.table.visibilities", preferences)
                == [#"{"PIN":"administrators","Shelf":"members"}"#])
    }

    @Test("the question who sees properties changes those that everyone would see")
    func visibilities() {
        let question = VisibilityQuestion([
            CustomProperty("Shelf"), CustomProperty("PIN", visibility: .administrators),
            CustomProperty("Notes"),
        ])
        #expect(question.list == "Shelf, Notes: everyone; PIN: administrators")
        #expect(question.visibilities(after: "") == [:])
        #expect(question.visibilities(after: " M") == ["Shelf": .members, "Notes": .members])
        #expect(
            question.visibilities(after: "a")
                == ["Shelf": .administrators, "Notes": .administrators])
        #expect(question.visibilities(after: "x") == nil)
    }

    #if os(Linux)
    @Test("an import that is killed at any call leaves a source with rows, or none")
    func killed() async throws {
        let path = try home.write(Self.bikes, to: "bikes.csv")
        for call in 1..<300 {
            let environment = try await CrashInjection.environment(
                beforeCall: call, after: "team.sqlite")
            let program = try home.start(
                ["source", "add", "bikes", path, "--import"], environment: environment)
            let outcome = await program.outcome()
            let isThere = try await fleet("source", "show", "bikes").status == 0
            if isThere { #expect(try await export().count == 4) }
            if outcome.status == 0 {
                #expect(isThere)
                return
            }
            try #require(outcome.status == -9, "\(outcome.errorText)")
            if isThere { try await fleet("source", "remove", "bikes", "--yes").succeeded() }
        }
        Issue.record("the command never succeeds")
    }
    #endif
}
