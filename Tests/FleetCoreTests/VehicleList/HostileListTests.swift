import Testing

@testable import FleetCore

@Suite("Lists of hostile vehicles")
struct HostileListTests {
    @Test(
        "no format outputs a control or invisible character from a feed",
        arguments: ListFormat.allCases.filter { $0 != .xlsx })
    func controls(format: ListFormat) throws {
        let (bytes, _) = try Samples.written(Samples.hostile, as: format, cells: .terminal)
        let text = try #require(String(validating: bytes, as: UTF8.self))
        let unsafe = text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
            case 0x200D: false  // of an emoji
            default: scalar.properties.isDefaultIgnorableCodePoint
            }
        }
        #expect(unsafe.isEmpty)
        #expect(bytes.last == UInt8(ascii: "\n"))
    }

    @Test("Python's json reads every vehicle back from ndjson unchanged")
    func ndjson() throws {
        let (bytes, _) = try Samples.written(Samples.hostile, as: .ndjson)
        let read = try Oracle.python("read.py", ["json"], input: bytes)
        #expect(read == Samples.hostile.map { CanonicalVehicle.object($0, rotation: "unknown") })
    }

    @Test("jq finds the vehicles of ndjson in json")
    func json() throws {
        let lines = try Samples.written(Samples.hostile, as: .ndjson).bytes
        let document = try Samples.written(Samples.hostile, as: .json).bytes
        let vehicles = try Oracle.jq(".vehicles[]", input: document)
        #expect(vehicles.count == Samples.hostile.count)
        #expect(vehicles == (try Oracle.jq(".", input: lines)))
    }

    @Test("jq finds the vehicles of ndjson in geojson as features, longitude first")
    func geojson() throws {
        let lines = try Samples.written(Samples.hostile, as: .ndjson).bytes
        let document = try Samples.written(Samples.hostile, as: .geojson).bytes
        let filter = """
            .features[] | (.properties + (if .geometry then
            {lat: .geometry.coordinates[1], lon: .geometry.coordinates[0]} else {} end))
            | if .vehicle_id then . else error end | to_entries | sort_by(.key) | from_entries
            """
        let vehicles = try Oracle.jq(filter, input: document)
        #expect(vehicles == (try Oracle.jq("to_entries|sort_by(.key)|from_entries", input: lines)))
        let types = try Oracle.jq(
            "[.type, (.features[] | .type, .geometry.type)] | unique", input: document)
        #expect(types == [#"[null,"Feature","FeatureCollection","Point"]"#])
        let ids = try Oracle.jq(
            "[.features[] | .id == .properties.vehicle_id] | all", input: document)
        #expect(ids == ["true"])
    }

    /// Returns the rows that Python's csv reads, with cells in hexadecimal.
    private func csvRows(_ bytes: [UInt8]) throws -> [[String]] {
        try Oracle.python("read.py", ["csv"], input: bytes)
            .map { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
    }

    @Test("Python's csv reads every text back byte for byte, with a cell for each name")
    func csv() throws {
        let rows = try csvRows(try Samples.written(Samples.hostile, as: .csv).bytes)
        #expect(rows.count == Samples.hostile.count + 1)
        #expect(rows.allSatisfy { $0.count == 21 })
        #expect(
            rows.dropFirst().map { $0[0] } == Samples.hostile.map { CanonicalVehicle.hex($0.id) })
        let type = try #require(rows[0].firstIndex(of: CanonicalVehicle.hex("vehicle_type_id")))
        let types = Samples.hostile.map { CanonicalVehicle.hex($0.typeID ?? "") }
        #expect(rows.dropFirst().map { $0[type] } == types)
    }

    @Test(
        "on a terminal and for spreadsheets, Python's csv reads one row per line",
        arguments: [(CSVCellStyle.terminal, false), (.spreadsheet, true)])
    func safeCSV(cells: CSVCellStyle, isDisarmed: Bool) throws {
        let (bytes, _) = try Samples.written(Samples.hostile, as: .csv, cells: cells)
        let rows = try csvRows(bytes)
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == rows.count)
        let ids = Samples.hostile.map {
            CanonicalVehicle.hex(CanonicalVehicle.cell($0.id, disarmed: isDisarmed))
        }
        #expect(rows.dropFirst().map { $0[0] } == ids)
    }

    @Test("gbfs is valid, and vehicles that cannot be valid are omitted and counted")
    func gbfs() throws {
        let (bytes, warnings) = try Samples.written(Samples.hostile, as: .gbfs)
        let schema = Oracle.path(of: "vehicle_status.schema.json")
        #expect(try Oracle.python("validate.py", [schema], input: bytes) == [])
        let count = try Oracle.jq(".data.vehicles | length", input: bytes)
        #expect(count == ["\(Samples.hostile.count - warnings.omitted)"])
        #expect(warnings.omitted > 100)
    }

    @Test("an empty list is a complete document", arguments: ListFormat.allCases)
    func empty(format: ListFormat) throws {
        let (bytes, warnings) = try Samples.written([], as: format)
        #expect(warnings == EncodingWarnings())
        switch format {
        case .table, .ndjson: #expect(bytes == [])
        case .csv: #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
        case .xlsx: #expect(bytes.starts(with: "PK".utf8))
        case .json: #expect(try Oracle.jq(".vehicles", input: bytes) == ["[]"])
        case .geojson: #expect(try Oracle.jq(".features", input: bytes) == ["[]"])
        case .gbfs: #expect(try Oracle.jq(".data.vehicles", input: bytes) == ["[]"])
        }
    }
}
