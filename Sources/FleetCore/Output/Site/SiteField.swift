/// What is told of a site in machine formats, in the order in which it is written.
///
/// The names are those of GBFS 3.0 where it has one; `num_vehicles` is how many are there, whether they
/// can be taken or not. JSON, CSV and GeoJSON are all made of these.
enum SiteField: CaseIterable {
    case id, name, latitude, longitude, address, capacity
    case vehicles, vehiclesAvailable, vehiclesDisabled, docksAvailable
    case isInstalled, isRenting, isReturning, lastReported, alarms

    static let all = allCases

    /// The member's name.
    var name: StaticString {
        switch self {
        case .id: "station_id"
        case .name: "name"
        case .latitude: "lat"
        case .longitude: "lon"
        case .address: "address"
        case .capacity: "capacity"
        case .vehicles: "num_vehicles"
        case .vehiclesAvailable: "num_vehicles_available"
        case .vehiclesDisabled: "num_vehicles_disabled"
        case .docksAvailable: "num_docks_available"
        case .isInstalled: "is_installed"
        case .isRenting: "is_renting"
        case .isReturning: "is_returning"
        case .lastReported: "last_reported"
        case .alarms: "alarms"
        }
    }

    /// What a site has here.
    func value(of status: SiteStatus) -> VehicleField.Value {
        let site = status.site
        return switch self {
        case .id: .text(site.id)
        case .name: .init(site.name)
        case .latitude: .init(site.position?.latitude)
        case .longitude: .init(site.position?.longitude)
        case .address: .init(site.address)
        case .capacity: .init(site.capacity.map(Double.init))
        case .vehicles: .init(status.vehicles.map(Double.init))
        case .vehiclesAvailable: .init(site.vehiclesAvailable.map(Double.init))
        case .vehiclesDisabled: .init(site.vehiclesDisabled.map(Double.init))
        case .docksAvailable: .init(site.docksAvailable.map(Double.init))
        case .isInstalled: .init(site.isInstalled)
        case .isRenting: .init(site.isRenting)
        case .isReturning: .init(site.isReturning)
        case .lastReported: .init(site.lastReported)
        case .alarms: .texts(status.alarms.map(\.quantity.rawValue))
        }
    }
}

extension SiteStatus {
    /// The site as a JSON object of the given fields and its `measurements`; where samples were read,
    /// each of these has its `samples`.
    func jsonObject(of fields: [SiteField] = SiteField.all) -> JSONObject {
        var object = JSONObject()
        for field in fields { object.add(field.name, field.value(of: self)) }
        object.add("measurements", site.measurements.map(json(of:)))
        return object
    }

    private func json(of measurement: Measurement) -> JSONObject {
        var object = measurement.jsonObject
        object.add("samples", samples[measurement.quantity]?.map(\.jsonObject))
        return object
    }
}

extension Sample {
    fileprivate var jsonObject: JSONObject {
        var object = JSONObject()
        object.add("at", at)
        object.add("value", value)
        return object
    }
}
