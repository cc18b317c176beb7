import Foundation

/// The documents of a system beside its vehicles and stations, as far as a refresh read them.
///
/// What it did not read is `nil`, and stays as it is stored.
public struct SideDocuments: Equatable, Sendable {
    /// The zones with their rules (`geofencing_zones.json`, 2.1 and later).
    public var zones: ZoneMap?
    /// The notices to riders (`system_alerts.json`).
    public var alerts: [SystemAlert]?
    /// The prices (`system_pricing_plans.json`).
    public var pricingPlans: [PricingPlan]?
    /// The regions (`system_regions.json`).
    public var regions: [Region]?
    /// When the vehicles are free (`vehicle_availability.json`, 3.1).
    public var availability: VehicleAvailability?
    /// The locations in the rows of those vehicles of a table that sightings moved.
    public var rowLocations: [RowLocation]?

    /// Creates a value without any document.
    public init() {}

    /// Returns a text that differs between contents.
    package static func digest(of content: some Encodable) -> String? {
        (try? StoredJSON.encoder(sorted: true).encode(content)).map { SHA256.hex(Array($0)) }
    }
}

/// The location in the row of a vehicle that a sighting moved.
public struct RowLocation: Equatable, Sendable, Codable {
    /// The ID of the vehicle.
    public var vehicleID: String
    /// The location; `nil` if the row has none.
    public var position: Position?

    /// Creates a location.
    public init(of vehicleID: String, at position: Position?) {
        (self.vehicleID, self.position) = (vehicleID, position)
    }
}

extension DocumentName<ZoneMap> {
    /// `geofencing_zones.json` (2.1 and later).
    public static var zones: Self { Self("geofencing_zones") }
}

extension DocumentName<[SystemAlert]> {
    /// `system_alerts.json`.
    public static var alerts: Self { Self("system_alerts") }
}

extension DocumentName<[PricingPlan]> {
    /// `system_pricing_plans.json`.
    public static var pricingPlans: Self { Self("system_pricing_plans") }
}

extension DocumentName<[Region]> {
    /// `system_regions.json`.
    public static var regions: Self { Self("system_regions") }
}

extension DocumentName<VehicleAvailability> {
    /// `vehicle_availability.json` (3.1).
    public static var availability: Self { Self("vehicle_availability") }
}

extension DocumentName<[RowLocation]> {
    /// The locations of rows, which are no document of GBFS.
    public static var rowLocations: Self { Self("row_locations") }
}

extension ZoneMap {
    /// A text that differs between maps.
    package var digest: String? {
        let texts = zones.map { zone in
            SideDocuments.digest(
                of: Outline(name: zone.name, start: zone.start, end: zone.end, rules: zone.rules))
        }
        guard let rules = SideDocuments.digest(of: globalRules) else { return nil }
        return SHA256.hex(
            of: texts.map { Array(($0 ?? "").utf8) } + zones.map(\.area.bytes)
                + [Array(rules.utf8)])
    }

    /// A zone without its area.
    private struct Outline: Encodable {
        var name: String
        var start: Timestamp?
        var end: Timestamp?
        var rules: [ZoneRule]
    }
}
