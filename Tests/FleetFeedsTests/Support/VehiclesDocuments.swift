import FleetCore
import JSON
import Testing

@testable import FleetFeeds

/// What a document with vehicles holds.
func vehiclesDocument(
    _ text: String, types: [VehicleType] = [], colors: [String: VehicleColor] = [:]
) throws -> VehiclesDocument {
    try vehiclesDocument(Array(text.utf8), types: types, colors: colors)
}

func vehiclesDocument(
    _ bytes: [UInt8], types: [VehicleType] = [], colors: [String: VehicleColor] = [:]
) throws -> VehiclesDocument {
    let join = VehicleJoin(types: types, colorMap: ColorMap(colors))
    let document = try FeedDocument(bytes, at: "here", join: join)
    guard case .vehicles(let vehicles) = document.content else {
        throw FeedFailure(.noVehicles, at: "here")
    }
    return vehicles
}

/// The only vehicle of a feed, with some more of its fields.
func vehicle(_ fields: String, types: [VehicleType] = []) throws -> Vehicle {
    let text = #"{"data": {"bikes": [{"bike_id": "b1", \#(fields)}]}}"#
    return try #require(try vehiclesDocument(text, types: types).vehicles.first)
}

/// Lends one JSON value as a scan delivers it.
func withField<Result>(_ json: String, _ body: (JSONField) -> Result) throws -> Result {
    var result: Result?
    let scan = RowScan(arrays: [], fields: [], headers: ["value"])
    let document = JSONDocument(Array(#"{"value": \#(json)}"#.utf8))
    _ = try document.scan(scan, header: { result = body($1) }, row: { _ in })
    return try #require(result)
}

/// The reason of the failure that some work ends with.
func reason(_ work: () throws -> Void) -> FeedFailure.Reason? {
    do {
        try work()
        return nil
    } catch {
        return (error as? FeedFailure)?.reason
    }
}
