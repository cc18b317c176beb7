import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A table whose rows are stored is read as before") struct ImportedTableTests {
    private func imported(
        _ text: String, _ settings: TableSettings = TableSettings()
    ) throws -> ImportedTable {
        try ImportedTable(Array(text.utf8), at: "bikes.csv", settings)
    }

    private func vehicles(_ rows: TableRows, _ settings: TableSettings) throws -> VehiclesDocument {
        var reading = TableReading()
        (reading.settings, reading.isInventory) = (settings, true)
        return try VehiclesDocument(inventory: rows.json, at: "inventory:", reading)
    }

    private static let tables = [
        "ID,Name,Color,State,Shelf\na,Alma,rot,frei,A3\nb,Bo,blau,verliehen,\n",
        "Fleet of 2026\n\nFahrzeug-ID;Breite;Länge;Akku (%);Schlüssel\na;48,1;11,5;80;12\nb;;;;\n",
        "vehicle_id,id,color,current_range_meters,properties\na,1,red,1000,x\nb,2,blue,2000,y\n",
        "ID\tStandort\ta.b\na\t48.1, 11.5\t\"x\ty\"\nb\t\t'=1+1\n",
        "ID,Depot,Letzte Meldung\n a ,Nord,31.01.2026\n\u{200B}b,\"Süd\nHof\",01.02.2026\n",
        "ID|Note|Note\na|1|2\nb|;|,\n",
        #"[{"id":"a","lat":48.1,"lon":11.5,"x":{"y":[1,2]},"properties":{"Rack":"R1"}},{"id":"b"}]"#,
    ]

    @Test("with the same vehicles, properties and visibilities", arguments: tables)
    func same(text: String) throws {
        let table = try imported(text)
        var reading = TableReading()
        reading.settings.columns = [try #require(table.columns.first { $0.field == .id })]
        let document = try FeedDocument(anyVehicles: Array(text.utf8), at: "a", reading)
        guard case .vehicles(let before) = document.content else {
            Issue.record("no vehicles")
            return
        }
        let after = try vehicles(table.rows, table.settingsOfRows)
        #expect(after.vehicles == before.vehicles)
        #expect(after.table?.properties == before.table?.properties)
        #expect(after.headings == before.headings)
        #expect(after.ids == ["a", "b"])
    }

    @Test("also after a download as CSV, whose cells and headings are no formulas")
    func guarded() throws {
        let table = try imported(
            "ID,=1+1,@a,\u{FF1D}b\na,=1,\u{FF20}x,\u{FF0B}1 2\nb,-1+2,+x y,'\n")
        #expect(table.rows.headings == ["ID", "=1+1", "@a", "\u{FF1D}b"])
        let file = table.rows.csv(.guarded).string
        #expect(file.contains(",'=1+1,'@a,'\u{FF1D}b"))
        #expect(try imported(file).rows == table.rows)
    }

    @Test("a changed row changes no column")
    func fixed() throws {
        let table = try imported("ID,Standort,Regal\na,Depot,A\n")
        #expect(table.columns.map(\.option) == ["id=ID", "station=Standort"])
        var rows = table.rows
        rows.rows = [CustomProperties([("ID", "a"), ("Standort", "48.1, 11.5"), ("Regal", "A")])]
        let read = try vehicles(rows, table.settingsOfRows)
        #expect(read.vehicles.first?.stationID == "48.1, 11.5")
        #expect(read.vehicles.first?.position == nil)
        // A new heading is a property, unless it is that of a field.
        rows.headings += ["Farbe", "Battery"]
        rows.rows[0].append("rot", to: "Farbe")
        rows.rows[0].append("80", to: "Battery")
        let wide = try vehicles(rows, table.settingsOfRows)
        #expect(wide.vehicles.first?.color == nil)
        #expect(wide.vehicles.first?.battery?.percent == 80)
        #expect(wide.propertyNames == ["Regal", "Farbe"])
    }

    @Test("titles, totals and omitted columns are left out, and rows without an ID are kept")
    func kept() throws {
        var settings = TableSettings()
        settings.omitted = ["PIN"]
        let table = try imported(
            "Bikes\nID,PIN,Shelf,Shelf\na,1,x,y\n,2,z,\nID,PIN,Shelf,Shelf\n,,,\nSumme,2,,\n",
            settings)
        #expect(table.rows.headings == ["ID", "Shelf", "Shelf 2"])
        #expect(
            table.rows.rows.map { $0.values(of: table.rows.headings) } == [
                ["a", "x", "y"], ["", "z", ""],
            ])
        #expect(table.settingsOfRows.omitted.isEmpty)
    }

    @Test("what has no rows is refused", arguments: [#"{"data":{"bikes":[]}}"#, "<html>", "[1,2]"])
    func refused(text: String) {
        #expect(throws: FeedFailure.self) { try imported(text) }
    }

    @Test("a table without a row is a source without vehicles")
    func empty() throws {
        let table = try imported("ID,Name\n")
        #expect(table.rows.rows.isEmpty)
        #expect(try vehicles(table.rows, table.settingsOfRows).total == 0)
    }

    @Test("cells are named by fields and headings, and checked as they are read")
    func columns() throws {
        let table = try imported("Asset tag,Zustand,Akku,shelf\na,frei,80,A\n")
        let columns = try InventoryColumns(table.rows.headings, table.settingsOfRows)
        #expect(columns.id == "Asset tag")
        #expect(try columns.heading(named: "STATE") == "Zustand")
        #expect(try columns.heading(named: "zustand") == "Zustand")
        #expect(try columns.heading(named: "Shelf") == "shelf")
        #expect(try columns.heading(named: "color") == "Color")
        #expect(throws: CommandError.self) { try columns.heading(named: "Rack") }
        let good = CustomProperties([("Asset tag", "a"), ("Zustand", "defekt"), ("Akku", "85 %")])
        #expect(columns.problems(of: good).isEmpty)
        let bad = CustomProperties([("Asset tag", "a"), ("Zustand", "so"), ("Akku", "viel")])
        #expect(
            columns.problems(of: bad) == [
                #"column Zustand: "so" is no known state"#,
                #"column Akku: "viel" is no percentage"#,
            ])
    }

    @Test("headings of another file are those of the columns with the same field")
    func mapped() throws {
        let table = try imported("Asset tag,Zustand,Regal\na,frei,A\n")
        let columns = try InventoryColumns(table.rows.headings, table.settingsOfRows)
        let other = try imported("ID,Status,regal,Farbe,Rack\na,frei,A,rot,1\n")
        #expect(
            other.headings(in: columns) == ["Asset tag", "Zustand", "Regal", "Color", "Rack"])
    }

    @Test("numbers of a workbook are those that a spreadsheet shows alike")
    func workbook() throws {
        let cells = ["80", "48.137154", "007", "1e3", "0,5", "", "123456789012", "-0.5", "80 %"]
        let rows = TableRows(
            headings: ["ID", "Akku"],
            rows: cells.enumerated().map {
                CustomProperties([("ID", "v\($0)"), ("Akku", $1)])
            })
        let bytes = try rows.workbook(sheet: "bikes", numbers: ["Akku"])
        let read = try ImportedTable(bytes, at: "a.xlsx", TableSettings())
        #expect(read.rows == rows)
    }
}
