import FleetCore
import Spreadsheets
import Testing

@testable import FleetFeeds

@Suite("Sheets of a workbook")
struct TableSheetTests {
    private static let bikes = [["Rad-Nr.", "Farbe", "Regal"], ["007", "rot", "A3"]]
    private static let cover = [["Inventar 2026"], ["Stand", "Januar"]]

    private func read(_ sheets: [TestWorkbook.Sheet], sheet: String? = nil) throws
        -> VehiclesDocument
    {
        var reading = TableReading()
        reading.settings.sheet = sheet
        let bytes = TestWorkbook(sheets: sheets).bytes
        let document = try FeedDocument(anyVehicles: bytes, at: "bikes.xlsx", reading)
        guard case .vehicles(let vehicles) = document.content else {
            throw FeedFailure(.content(.noVehicles), at: "bikes.xlsx")
        }
        return vehicles
    }

    private func message(_ sheets: [TestWorkbook.Sheet], sheet: String? = nil) -> String? {
        do {
            _ = try read(sheets, sheet: sheet)
            return nil
        } catch {
            return (error as? FeedFailure).map { $0.message + "; " + $0.hint }
        }
    }

    @Test("A workbook is recognized by its content and read like a text")
    func workbook() throws {
        let document = try read([.init(name: "Räder", rows: Self.bikes)])
        #expect(document.format == "XLSX table")
        #expect(document.ids == ["007"])
        #expect(document.table?.description.sheet == "Räder")
        #expect(document.vehicles[0].properties["Regal"] == "A3")
        #expect(TableFile.formatOfVehicles(TestWorkbook(sheets: []).bytes) == nil)
    }

    @Test("The sheet with vehicles is the only visible one with IDs")
    func onlySheet() throws {
        let document = try read([
            .init(name: "Titel", rows: Self.cover), .init(name: "Räder", rows: Self.bikes),
            .init(name: "Alt", rows: Self.bikes, isHidden: true),
        ])
        #expect(document.table?.description.sheet == "Räder")
    }

    @Test("Several sheets with vehicles are an error that names --sheet")
    func severalSheets() throws {
        let sheets = [
            TestWorkbook.Sheet(name: "Anhänger", rows: Self.bikes),
            .init(name: "Meine Räder", rows: Self.bikes), .init(name: "Titel", rows: Self.cover),
        ]
        #expect(
            message(sheets)
                == "several sheets have vehicles: Anhänger, Meine Räder; choose one of them: `--sheet 'Anhänger'`"
        )
        #expect(try read(sheets, sheet: "meine räder").table?.description.sheet == "Meine Räder")
        #expect(
            message(sheets, sheet: "Autos")
                == "there is no sheet Autos; the sheets are Anhänger, Meine Räder, Titel; correct --sheet"
        )
    }

    @Test("A hidden sheet can be chosen")
    func hiddenSheet() throws {
        let sheets = [TestWorkbook.Sheet(name: "Alt", rows: Self.bikes, isHidden: true)]
        #expect(try read(sheets, sheet: "Alt").ids == ["007"])
    }

    @Test("A workbook without headings, or a damaged one, is an error that says what to do")
    func damaged() throws {
        #expect(
            message([.init(name: "Leer", rows: [])])?.hasPrefix("no row with headings was found")
                == true)
        let damaged = Array(
            TestWorkbook(sheets: [.init(name: "R", rows: Self.bikes)]).bytes.dropLast(9))
        #expect(throws: FeedFailure.self) { try table(damaged) }
    }
}

@Suite("What a document is, its content shows")
struct TableKindTests {
    @Test(
        "Text that is no JSON and no markup is a table",
        arguments: [
            ("id,color\n1,red\n", TableKind.file), ("\u{FEFF}id;color\n", .file),
            ("PK\u{3}\u{4}", .file),
            ("\"id\",\"color\"\n", .file), ("{\"type\":\"FeatureCollection\"}", .json(.geoJSON)),
            ("{\"id\":1}\n{\"id\":2}\n", .json(.jsonRows)),
            ("{\"vehicle_id\":\"1\"}\n", .json(.jsonRows)),
            ("{\"vehicles\": []}", nil), ("[1]", nil), (" \n{}", nil), ("<html>", nil), ("", nil),
            ("{\n\"a\":1}", nil), ("\u{FEFF}[]", nil),
        ] as [(String, TableKind?)])
    func kinds(_ text: String, _ kind: TableKind?) {
        var text = text
        #expect(text.withUTF8 { TableKind($0) } == kind)
    }

    @Test("JSON in UTF-16 is none, and a table in UTF-16 is one")
    func utf16() throws {
        func bytes(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        #expect(bytes("{\"a\": 1}").withUnsafeBufferPointer { TableKind($0) } == nil)
        let document = try table(bytes("Rad-Nr.\tFarbe\r\n1\trot\r\n"))
        #expect(document.vehicles[0].color?.name == "red")
    }

    @Test("Comma, semicolon, tab and bar separate columns")
    func separators() throws {
        for separator in [",", ";", "\t", "|"] {
            let text = "ID,Farbe,Regal\r\n1,rot,A3\r\n2,blau,B1\r\n".replacing(",", with: separator)
            #expect(try table(text).vehicles.map { $0.properties["Regal"] } == ["A3", "B1"])
        }
    }
}

@Suite("Tables of JSON objects")
struct JSONTableTests {
    @Test("Points of GeoJSON are vehicles by their members")
    func geoJSON() throws {
        let document = try table(
            """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [11.5, 48.1, 500]},
             "properties": {"Farbe": "rot", "Regal": "A3", "ok": true, "n": null, "tags": ["a", 2]}},
            {"type": "Feature", "id": "8", "geometry": null, "properties": {"Farbe": "blau"}},
            {"type": "Feature", "properties": {"Farbe": "blau"}}]}
            """)
        #expect(document.format == "GeoJSON")
        #expect(document.ids == ["7", "8"])
        #expect(document.vehicles[0].position == Position(latitude: 48.1, longitude: 11.5))
        #expect(document.vehicles[1].position == nil)
        #expect(document.propertyNames == ["Farbe", "Regal", "ok", "tags"])
        #expect(document.vehicles[0].properties["tags"] == "a, 2")
        #expect(document.skips == ["3: no ID"])
    }

    @Test("A feed with areas in it is a feed, and an empty collection is an empty fleet")
    func nestedCollection() throws {
        let zones = #"{"type": "FeatureCollection", "features": []}"#
        let feed = try table("{\"zones\": \(zones), \"vehicles\": [{\"id\": \"1\"}]}")
        #expect(feed.format == "vehicles document")
        #expect(feed.ids == ["1"])
        #expect(try table(zones).ids == [])
        #expect(try table(zones).format == "GeoJSON")
    }

    @Test("Areas are no vehicles")
    func areas() {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","id":1,"properties":{},
            "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}
            """
        #expect(tableFailure(text)?.reason == .content(.noVehicles))
    }

    @Test("An array of objects that are no vehicles of a feed is a table")
    func array() throws {
        let text = #"[{"Rad-Nr.": 17, "Ort": {"Halle": "Nord"}, "Akku": 0.5}, {"Rad-Nr.": "b"}, 3]"#
        let document = try table(text)
        #expect(document.format == "JSON rows")
        #expect(document.ids == ["17", "b"])
        #expect(document.vehicles[0].battery?.percent == 50)
        #expect(document.vehicles[0].properties["Ort.Halle"] == "Nord")
    }

    @Test("Vehicles documents are read as before, unless a column is chosen")
    func feeds() throws {
        let text = #"[{"id": "1", "Asset tag": "A", "battery": 50}]"#
        #expect(try table(text).format == "vehicles document")
        #expect(try table(text, "id=Asset tag").ids == ["A"])
        #expect(tableFailure(#"[{"a": 1}]"#)?.reason == .content(.noVehicles))
    }

    @Test("One object a line is a table, with empty lines and CR LF")
    func lines() throws {
        let document = try table(
            "{\"Rad-Nr.\": \"1\", \"Farbe\": \"rot\"}\r\n\r\n{\"Rad-Nr.\": \"2\", \"b\": \"x\\ny\"}\r\n"
        )
        #expect(document.ids == ["1", "2"])
        #expect(document.vehicles[1].properties["b"] == "x y")
    }

    @Test("Damaged, deep and long JSON is an error or limited, never a crash")
    func hostile() throws {
        let deep =
            String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)
        #expect(
            tableFailure("{\"vehicle_id\":\"1\",\"x\":\(deep)}\n")?.reason == .content(.tooDeep))
        let members = (0..<400).map { ",\"m\($0)\":1" }.joined()
        let wide = try table("{\"vehicle_id\":\"1\"\(members)}\n")
        #expect(wide.propertyNames.count == 100)
        #expect(
            wide.parseReport.warnings.first == "only the first 256 members of the objects were read"
        )
        let whole = "{\"id\":\"1\",\"a\":{\"b\":[1,2]}}\n{\"id\":\"2\"}\n{\"id\":\"3\"}\n"
        for end in whole.indices { _ = tableFailure(String(whole[..<end])) }
    }
}
