import FleetCore
import JSON

/// Reader of `vehicle_types.json` (2.1 and later, `data.vehicle_types`), whose types are joined
/// with the vehicles while they are read.
struct VehicleTypesDocument: StoredContent {
    let name = DocumentName.vehicleTypes

    /// Maximum number of types.
    private static let maxTypes = 20_000
    private static let scan = ListScan(
        lists: ["data.vehicle_types", "vehicle_types", ""],
        fields: [
            "vehicle_type_id", "id", "form_factor", "propulsion_type", "color", "name",
            "max_range_meters", "vehicle_image", "vehicle_assets.icon_url",
            "default_pricing_plan_id",
        ])

    /// Parses the document; skips types without ID.
    ///
    /// - Throws: A failure at `location`; `noVehicles` if the document has no list of types.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[VehicleType]> {
        try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxTypes, otherwise: .content(.noVehicles),
            VehicleType.init)
    }

    func add(_ types: [VehicleType], to snapshot: inout Snapshot) {
        snapshot.feed.setTypes(types)
    }

    func changeLinks(in types: inout [VehicleType], _ change: (String) -> String?) {
        for index in types.indices {
            types[index].imageLink = types[index].imageLink.flatMap(change)
            types[index].iconLink = types[index].iconLink.flatMap(change)
        }
    }
}

extension VehicleType {
    fileprivate init?(_ row: JSONRow) {
        guard let id = String(lenient: row[0]) ?? String(lenient: row[1]) else { return nil }
        self.init(
            id: id, formFactor: String(lenient: row[2]), propulsionType: String(lenient: row[3]),
            color: String(localized: row[4]), name: String(localized: row[5]),
            maxRangeMeters: Double(lenient: row[6]).flatMap { $0 > 0 ? $0 : nil },
            imageLink: String(link: row[7]), iconLink: String(link: row[8]))
        pricingPlanID = String(lenient: row[9])
    }
}
