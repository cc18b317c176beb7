import FleetCore
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

    @Test("CSV, GeoJSON and JSON lines", arguments: [ListFormat.csv, .geojson, .ndjson])
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
