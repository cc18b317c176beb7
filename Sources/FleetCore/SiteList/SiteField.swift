/// A field of a site in the machine formats, in output order.
///
/// Names are those of GBFS 3.0 where they exist; `num_vehicles` counts all vehicles at the site,
/// available or not. JSON, CSV and GeoJSON all use these fields.
enum SiteField: CaseIterable {
    case id, name, latitude, longitude, address, regionID, region, capacity
    case vehicles, vehiclesAvailable, vehiclesDisabled, docksAvailable
    case vehiclesByType, docksByType
    case isInstalled, isRenting, isReturning, lastReported, alarms

    static let all = allCases

    /// Name of the JSON member or CSV column.
    var name: StaticString {
        switch self {
        case .id: "station_id"
        case .name: "name"
        case .latitude: "lat"
        case .longitude: "lon"
        case .address: "address"
        case .regionID: "region_id"
        case .region: "region"
        case .capacity: "capacity"
        case .vehicles: "num_vehicles"
        case .vehiclesAvailable: "num_vehicles_available"
        case .vehiclesDisabled: "num_vehicles_disabled"
        case .docksAvailable: "num_docks_available"
        case .vehiclesByType: "vehicle_types_available"
        case .docksByType: "vehicle_docks_available"
        case .isInstalled: "is_installed"
        case .isRenting: "is_renting"
        case .isReturning: "is_returning"
        case .lastReported: "last_reported"
        case .alarms: "alarms"
        }
    }

    /// Returns the value of a site.
    /// - Parameter regions: Names of the regions by their IDs.
    func value(of status: SiteStatus, regions: [String: String]?) -> FieldValue {
        let site = status.site
        return switch self {
        case .id: .text(site.id)
        case .name: .init(site.name)
        case .latitude: .init(site.position?.latitude)
        case .longitude: .init(site.position?.longitude)
        case .address: .init(site.address)
        case .regionID: .init(site.regionID)
        case .region: .init(site.regionID.flatMap { regions?[$0] })
        case .capacity: .init(site.capacity)
        case .vehicles: .init(status.vehicles)
        case .vehiclesAvailable: .init(site.vehiclesAvailable)
        case .vehiclesDisabled: .init(site.vehiclesDisabled)
        case .docksAvailable: .init(site.docksAvailable)
        case .vehiclesByType: .init(site.vehiclesByType)
        case .docksByType: .init(site.docksByType, isForDocks: true)
        case .isInstalled: .init(site.isInstalled)
        case .isRenting: .init(site.isRenting)
        case .isReturning: .init(site.isReturning)
        case .lastReported: .init(site.lastReported)
        case .alarms: .texts(status.alarms.map(\.quantity.rawValue))
        }
    }
}

extension SiteStatus {
    /// Returns the site as a JSON object of these fields and its `measurements`; by default as in
    /// lists.
    ///
    /// A measurement has `samples` if its history was read.
    /// - Parameter regions: Names of the regions by their IDs.
    func jsonObject(
        of fields: [SiteField] = SiteField.all, regions: [String: String]?
    ) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        for field in fields { object.add(field.name, field.value(of: self, regions: regions)) }
        object.add("measurements", site.measurements.map(json(of:)))
        return object
    }

    private func json(of measurement: Measurement) -> JSONObjectWriter {
        var object = measurement.jsonObject
        object.add("samples", samples[measurement.quantity]?.map(\.jsonObject))
        return object
    }
}

extension Sample {
    fileprivate var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("at", at)
        object.add("value", value)
        return object
    }
}
