import FleetCore
import FleetTestSupport
import Spreadsheets
import Testing

@testable import FleetFeeds

@Suite("Lists of this program are tables that are read back with all that they hold")
struct TableRoundTripTests {
    private static let vehicles: [Vehicle] = {
        var first = Vehicle(id: "CB-1")
        (first.code, first.name) = ("M-AB 1", "Lotte, \"die Rote\"")
        first.position = Position(latitude: 48.1372, longitude: 11.5755)
        (first.isReserved, first.isDisabled) = (true, true)
        (first.typeID, first.formFactor, first.propulsionType) = (
            "cargo7", "cargo_bicycle", "electric"
        )
        first.color = VehicleColor("BlueRed")
        (first.currentRangeMeters, first.currentFuelPercent) = (12_345.5, 0.575)
        first.battery = Battery(percent: 57.5)
        first.lastReported = Timestamp(milliseconds: 1_769_868_300_123)
        (first.stationID, first.regionID) = ("S1", "R1")
        first.rentalURIs = RentalURIs(web: "https://e.org/1", android: "a://1", ios: "i://1")
        first.properties = CustomProperties([
            ("Shelf", "A3"), ("Nr. x", "=1+1\nz"), ("Farbe", "rot"),
        ])
        var second = Vehicle(id: "=CB-2")
        second.setState(.inRepair)
        second.position = Position(latitude: 1.5, longitude: -2.5)
        second.stationID = "S2"
        second.battery = Battery(percent: 0.5, isEstimated: true)
        second.properties = CustomProperties([("Farbe", "blau")])
        var third = Vehicle(id: "00123")
        (third.isReserved, third.isDisabled) = (false, false)
        return [first, second, third]
    }()

    private static var header: ListHeader {
        var feed = FeedDescription(format: "CSV table")
        feed.describe(vehicles)
        feed.properties = ["Shelf", "Nr. x", "Farbe"].map { CustomProperty($0) }
        feed.hasRegions = true
        feed.setRegions([Region(id: "R1", name: "Nord")])
        feed.setStations(
            ["S2": StationPlace(name: "S2", position: vehicles[1].position)], haveVehicles: true)
        let now = Timestamp(milliseconds: 1_769_868_400_000)
        return ListHeader(
            source: "demo", feed: feed, fetchedAt: now, isStale: false,
            counts: VehicleCounts(total: 3, matching: 3, unknownBattery: 0))
    }

    private func list(_ format: ListFormat, _ cells: CSVCellStyle = .exact) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { flush in
            var sink = ByteSink(capacity: 1000, flush: flush)
            let style = TableStyle(width: nil, isColored: false, now: Self.header.fetchedAt) { _ in
                ""
            }
            let encoder = try VehicleListEncoder(
                format: format, header: Self.header, style: style,
                selection: ListSelection(cells: cells))
            _ = try encoder.write(vehicles: { try Self.vehicles.forEach($0) }, to: &sink)
        }
        return bytes
    }

    @Test("CSV, GeoJSON, JSON lines, XLSX", arguments: [ListFormat.csv, .geojson, .ndjson, .xlsx])
    func formats(_ format: ListFormat) throws {
        let document = try table(list(format))
        #expect(document.vehicles.count == 3)
        for (read, written) in zip(document.vehicles, Self.vehicles) {
            var written = written
            let properties = written.properties.all.map {
                ($0.name, $0.value.replacing("\n", with: " "))
            }
            // JSON has the properties in the order of the first vehicle that has them.
            #expect(
                Dictionary(uniqueKeysWithValues: read.properties.all.map { ($0.name, $0.value) })
                    == Dictionary(uniqueKeysWithValues: properties))
            written.properties = read.properties
            #expect(read == written)
        }
        #expect(document.propertyNames.sorted() == ["Farbe", "Nr. x", "Shelf"])
        #expect(document.stations["S2"]?.position == Self.vehicles[1].position)
        #expect(document.hasStationLocations)
        #expect(document.table?.regions == [Region(id: "R1", name: "Nord")])
        #expect(document.parseReport.notices == [])
    }

    @Test("A workbook has the columns of CSV, numbers as numbers, and no formula")
    func workbook() throws {
        let file = try TableFile(list(.xlsx))
        #expect(file.kind == .workbook && file.sheets.map(\.name) == ["demo"])
        var rows: [[String]] = []
        try file.forEachRow(of: 0) { row in
            rows.append((0..<row.count).map { row.withBytes($0) { $0.text } })
            return true
        }
        let csv = String(decoding: try list(.csv), as: UTF8.self)
        let titles = csv.prefix { $0 != "\n" }.split(separator: ",").map(String.init)
        #expect(rows.count == 4 && rows[0] == titles)
        let (ids, latitudes) = (
            try #require(titles.firstIndex(of: "vehicle_id")),
            try #require(titles.firstIndex(of: "lat"))
        )
        #expect(rows.dropFirst().map { $0[ids] } == ["CB-1", "=CB-2", "00123"])
        #expect(rows[1][latitudes] == "48.1372")

        let program = """
            import io, sys, zipfile
            archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
            sys.stdout.buffer.write(archive.read("xl/worksheets/sheet1.xml"))
            """
        let sheet = try Tool.lines(of: [Tool.python, "-c", program], input: list(.xlsx)).joined()
        #expect(!sheet.contains("<f>") && !sheet.contains("<f "))
        #expect(sheet.contains("<v>48.1372</v>") && sheet.contains("<v>57.5</v>"))
        #expect(sheet.contains(">00123</t>") && sheet.contains(">=CB-2</t>"))
        #expect(sheet.contains(">2026-01-31T14:05:00.123Z</t>"))
    }

    @Test("A list beyond the limits of a workbook is an error, and a long text is shortened")
    func limits() throws {
        var header = Self.header
        header.feed.properties = (0..<300).map { CustomProperty("p\($0)") }
        var vehicle = Vehicle(id: String(repeating: "x", count: 40_000))
        func write() throws -> [UInt8] {
            var bytes: [UInt8] = []
            try withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { flush in
                var sink = ByteSink(capacity: 1000, flush: flush)
                let style = TableStyle(width: nil, isColored: false, now: header.fetchedAt) { _ in
                    ""
                }
                let encoder = try VehicleListEncoder(format: .xlsx, header: header, style: style)
                _ = try encoder.write(vehicles: { try $0(vehicle) }, to: &sink)
            }
            return bytes
        }
        do {
            _ = try write()
            Issue.record("300 columns fit")
        } catch let error as WorkbookError {
            #expect(error.message == "row 1 has a value beyond column 256")
        }

        header.feed.properties = nil
        vehicle.name = String(repeating: "\u{1F6B2}", count: 20_000)
        var cells: [String] = []
        try TableFile(write()).forEachRow(of: 0) { row in
            cells = (0..<row.count).map { row.withBytes($0) { $0.text } }
            return true
        }
        #expect(cells.contains(String(repeating: "x", count: 32_767)))
    }

    @Test("CSV for spreadsheets and for Excel in German")
    func spreadsheets() throws {
        let excel = CSVCellStyle.excel(.german) { _ in 0 }
        for style in [CSVCellStyle.spreadsheet, excel] {
            let document = try table(list(.csv, style))
            #expect(document.ids == ["CB-1", "=CB-2", "00123"])
            #expect(document.vehicles[0].position == Self.vehicles[0].position)
            #expect(document.vehicles[0].battery == Self.vehicles[0].battery)
            #expect(document.vehicles[0].currentRangeMeters == 12_345.5)
            #expect(document.vehicles.map(\.state) == Self.vehicles.map(\.state))
            #expect(document.vehicles[0].properties["Shelf"] == "A3")
            #expect(document.parseReport.warnings == [])
        }
    }

    @Test("Every field of lists is read or follows from others")
    func allFields() {
        let names = VehicleListEncoder.fieldNames.filter {
            $0 != "rental_uris" && $0 != "properties"
        }
        for name in names { #expect(HeadingWords.own[name] != nil, "\(name)") }
    }
}
