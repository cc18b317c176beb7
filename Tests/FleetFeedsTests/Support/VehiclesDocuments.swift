import FleetCore
import JSON
import Testing

@testable import FleetFeeds

/// Parses a document with vehicles.
func vehiclesDocument(
    _ text: String, types: [VehicleType] = [], colors: [String: VehicleColor] = [:]
) throws -> VehiclesDocument {
    try vehiclesDocument(Array(text.utf8), types: types, colors: colors)
}

func vehiclesDocument(
    _ bytes: [UInt8], types: [VehicleType] = [], colors: [String: VehicleColor] = [:]
) throws -> VehiclesDocument {
    let join = VehicleJoin(types: types, colorMap: ColorMap(colors))
    let document = try FeedDocument(vehicles: bytes, at: "here", join: join)
    guard case .vehicles(let vehicles) = document.content else {
        throw FeedFailure(.content(.noVehicles), at: "here")
    }
    return vehicles
}

/// Parses a feed with one vehicle that has these fields, and returns the vehicle.
func vehicle(_ fields: String, types: [VehicleType] = []) throws -> Vehicle {
    let text = #"{"data": {"bikes": [{"bike_id": "b1", \#(fields)}]}}"#
    return try #require(try vehiclesDocument(text, types: types).vehicles.first)
}

/// Scans one JSON value and passes it to `body`.
func withField<Result>(_ json: String, _ body: (JSONField) -> Result) throws -> Result {
    var result: Result?
    let scan = RowScan(arrays: [], fields: [], headers: ["value"])
    let document = JSONDocument(Array(#"{"value": \#(json)}"#.utf8))
    _ = try document.scan(scan, header: { result = body($1) }, row: { _ in })
    return try #require(result)
}

/// Returns the reason of the `FeedFailure` that `work` throws, or `nil` if it throws none.
func reason(_ work: () throws -> Void) -> FeedFailure.Reason? {
    do {
        try work()
        return nil
    } catch {
        return (error as? FeedFailure)?.reason
    }
}
