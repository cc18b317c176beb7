@testable import FleetCore

/// Sample vehicles and lists.
enum Samples {
    static let now = Timestamp(milliseconds: 1_714_564_800_000)

    /// Returns a vehicle with all values.
    static func full(_ id: String = "DCS-FEO") -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = Position(latitude: 48.856614, longitude: 2.3522219)
        vehicle.isReserved = false
        vehicle.isDisabled = false
        vehicle.typeID = "type-1"
        vehicle.formFactor = "scooter_standing"
        vehicle.propulsionType = "electric"
        vehicle.color = VehicleColor("BlueRed")
        vehicle.currentRangeMeters = 12_345.5
        vehicle.currentFuelPercent = 0.68
        vehicle.battery = Battery(percent: 68)
        vehicle.lastReported = now - .seconds(90)
        vehicle.stationID = "station-7"
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/rent?id=1", android: "app://rent/1", ios: "app:rent")
        return vehicle
    }

    /// Texts that a hostile feed may send, each once.
    static let hostileTexts: [String] = {
        let scalars =
            Array(0...255) + [0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF, 0x1F6F4]
            + Array(0x2027...0x202F) + Array(0x2065...0x206A) + [
                0x061C, 0x200B, 0x200D, 0x200E, 0x200F, 0xFE0F, 0xFEFF,
            ]
            + [0xE0001, 0xE0041]
        let alone = scalars.compactMap { Unicode.Scalar(UInt32($0)).map { "x" + String($0) + "y" } }
        return alone + [
            "=1+1", "+1+1", "-1+1", "-abc", "@sum", "=HYPERLINK(\"http://x\",\"y\")", "'", "\"",
            "\"\"", ",", "a,b", "a\r\nb", "\u{1B}]0;title\u{7}", "\u{1B}[31m", "e\u{301}",
            "\u{301}",
            "自転車", "👩‍👩‍👧", "{", "}", "\\u0000", " leading and trailing ", "null", "\u{FF1D}1",
            String(repeating: "long", count: 5_000),
        ]
    }()

    /// Vehicles with each hostile text in every field, and with hostile numbers.
    static let hostile: [Vehicle] = hostileTexts.map(hostile) + numbers

    private static func hostile(_ text: String) -> Vehicle {
        var vehicle = full(text)
        vehicle.typeID = text
        vehicle.formFactor = text
        vehicle.propulsionType = text
        vehicle.color = VehicleColor(text)
        vehicle.stationID = text
        vehicle.rentalURIs = RentalURIs(web: text, android: text, ios: "https://e.com/" + text)
        return vehicle
    }

    /// Vehicles with extreme numbers and times.
    static let numbers: [Vehicle] = {
        let values: [Double] = [
            0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1e-7, 0.1 + 0.2, 1e15, 1e16,
            123456789.1234567,
            .infinity, -.infinity, .nan, -1, 0.5, 1, 1.5, 9007199254740992, 1e-7, 1.00000005,
        ]
        let times: [Int64] = [
            .min, .max, 0, -1, 1, 999, 1000, -62_135_596_800_000, -62_135_596_800_001,
            253_402_300_799_999, 253_402_300_800_000, 951_782_400_000,
        ]
        return values.enumerated().map { index, value in
            var vehicle = Vehicle(id: "number-\(index)")
            vehicle.currentRangeMeters = value
            vehicle.currentFuelPercent = value
            vehicle.battery = Battery(percent: value, isEstimated: true)
            vehicle.position = Position(latitude: value, longitude: -value)
            vehicle.isDisabled = index % 2 == 0 ? nil : true
            vehicle.lastReported = Timestamp(milliseconds: times[index % times.count])
            return vehicle
        } + [Vehicle(id: "bare")]
    }()

    /// Returns the header of a list of `count` vehicles.
    static func header(_ count: Int = 1, of total: Int? = nil) -> ListHeader {
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.lastUpdated = now - .seconds(12)
        return ListHeader(
            source: "demo", feed: feed, fetchedAt: now - .seconds(10), isStale: false,
            counts: VehicleCounts(total: total ?? count, matching: count, unknownBattery: 0))
    }

    /// Returns a style with recognizable local times.
    static func style(width: Int? = nil, isColored: Bool = false) -> TableStyle {
        TableStyle(width: width, isColored: isColored, now: now) { "local \($0.milliseconds)" }
    }

    /// Returns the output and warnings of an encoder.
    static func written(
        _ vehicles: [Vehicle], as format: ListFormat, header: ListHeader? = nil,
        style: TableStyle = style(), cells: CSVCellStyle = .exact
    ) throws -> (bytes: [UInt8], warnings: EncodingWarnings) {
        var bytes: [UInt8] = []
        let warnings = try withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { flush in
            var sink = ByteSink(capacity: 1000, flush: flush)
            let header = header ?? Samples.header(vehicles.count)
            let encoder = try VehicleListEncoder(
                format: format, header: header, style: style,
                selection: ListSelection(cells: cells))
            return try encoder.write(vehicles: { try vehicles.forEach($0) }, to: &sink)
        }
        return (bytes, warnings)
    }

    /// Returns the output of an encoder, as lines.
    static func lines(
        _ vehicles: [Vehicle], as format: ListFormat, header: ListHeader? = nil,
        style: TableStyle = style()
    ) throws -> [String] {
        let bytes = try written(vehicles, as: format, header: header, style: style).bytes
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
