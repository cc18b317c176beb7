import FleetCore
import Testing

@testable import FleetFeeds

/// Reads a table, or any other document of vehicles.
func table(
    _ text: String, _ options: String..., visibilities: [String: ValueVisibility] = [:],
    zone: SystemTimeZone = .utc, filter: Filter = Filter()
) throws -> VehiclesDocument {
    try table(Array(text.utf8), options, visibilities: visibilities, zone: zone, filter: filter)
}

func table(
    _ bytes: [UInt8], _ options: [String] = [], visibilities: [String: ValueVisibility] = [:],
    zone: SystemTimeZone = .utc, filter: Filter = Filter(), maxVehicles: Int = 1000
) throws -> VehiclesDocument {
    var reading = TableReading()
    (reading.zone, reading.join.filter, reading.maxVehicles) = (zone, filter, maxVehicles)
    reading.settings.visibilities = visibilities
    for option in options {
        if option.hasPrefix("-") {
            reading.settings.omitted.append(String(option.dropFirst()))
        } else {
            reading.settings.columns.append(try #require(TableSettings.Column(option)))
        }
    }
    let document = try FeedDocument(anyVehicles: bytes, at: "bikes.csv", reading)
    guard case .vehicles(let vehicles) = document.content else {
        throw FeedFailure(.content(.noVehicles), at: "bikes.csv")
    }
    return vehicles
}

/// Reads a table with an ID and another column with these cells.
func column(
    _ heading: String, _ cells: String..., zone: SystemTimeZone = .utc
) throws -> VehiclesDocument {
    let rows = cells.enumerated().map { "v\($0);\"\($1.replacing("\"", with: "\"\""))\"\n" }
    return try table("ID;\(heading)\n" + rows.joined(), zone: zone)
}

/// Returns the failure of a table.
func tableFailure(_ text: String, _ options: String...) -> FeedFailure? {
    do {
        _ = try table(Array(text.utf8), options)
        return nil
    } catch {
        return error as? FeedFailure
    }
}

extension VehiclesDocument {
    /// The headings by the fields that were recognized.
    var headings: [TableField: String] {
        let columns = table?.description.columns ?? []
        return Dictionary(columns.map { ($0.field, $0.heading) }, uniquingKeysWith: { $1 })
    }

    /// The names of the properties.
    var propertyNames: [String] { table?.properties.map(\.name) ?? [] }

    var ids: [String] { vehicles.map(\.id) }

    var skips: [String] { parseReport.skips.map { "\($0.index): \($0.reason)" } }
}

/// Generator of random numbers of a fixed seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
