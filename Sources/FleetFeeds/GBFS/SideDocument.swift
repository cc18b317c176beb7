import FleetCore
import JSON

/// Parsed document that is joined to the vehicles, such as `vehicle_types.json`.
struct SideDocument<Content> {
    /// Common header of the feed.
    var header: FeedHeader
    /// Parsed content.
    var content: Content
}

extension SideDocument<[VehicleType]> {
    private static var fields: [String] {
        [
            "vehicle_type_id", "id", "form_factor", "propulsion_type", "color", "name",
            "max_range_meters", "vehicle_image", "vehicle_assets.icon_url",
        ]
    }

    /// Reads a `vehicle_types.json` (2.1 and later, `data.vehicle_types`); skips types without ID.
    ///
    /// - Throws: A failure at `location`; `noVehicles` if the document has no list of types.
    init(vehicleTypes bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        var header = FeedHeader()
        var types: [VehicleType] = []
        var document = JSONDocument(bytes)
        let scan = RowScan(
            arrays: ["data.vehicle_types", "vehicle_types", ""], fields: Self.fields,
            headers: FeedHeader.paths)
        let result = try document.scanRepairing(
            scan, at: location, header: { header.read($0, $1) },
            row: { row in
                if let type = VehicleType(row) { types.append(type) }
            })
        guard result.found != nil else { throw FeedFailure(.noVehicles, at: location) }
        self.init(header: header, content: types)
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
    }
}

extension String {
    /// Reads a link; returns nil if it is longer than an address may be.
    fileprivate init?(link field: JSONField) {
        guard field.kind == .string, field.bytes.count <= WebAddress.maxLength else { return nil }
        self.init(lenient: field)
    }
}

extension SideDocument<SystemInformation> {
    private static var headers: [String] {
        FeedHeader.paths + ["data.name", "data.timezone", "data.brand_assets.brand_image_url"]
    }

    /// Reads a `system_information.json`: `data.name`, plain or localized, `data.timezone`, and
    /// `data.brand_assets.brand_image_url`.
    init(systemInformation bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        var header = FeedHeader()
        var system = SystemInformation()
        var document = JSONDocument(bytes)
        let scan = RowScan(arrays: [], fields: [], headers: Self.headers)
        _ = try document.scanRepairing(
            scan, at: location,
            header: { index, field in
                switch index - FeedHeader.paths.count {
                case 0: system.name = String(localized: field)
                case 1: system.timeZone = String(lenient: field)
                case 2: system.brandImageLink = String(link: field)
                default: header.read(index, field)
                }
            }, row: { _ in })
        self.init(header: header, content: system)
    }
}
