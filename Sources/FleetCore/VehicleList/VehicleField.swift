/// A field of a vehicle in the machine formats, in output order.
///
/// Names are those of GBFS 3.0 where they exist. JSON, CSV and GeoJSON all use these fields, so
/// they cannot disagree.
enum VehicleField: CaseIterable {
    case vehicleID, code, source, latitude, longitude, locatedByStation, isReserved, isDisabled,
        state
    case vehicleTypeID, formFactor, propulsionType, color, colors
    case currentRangeMeters, currentFuelPercent, batteryPercent, batteryEstimated
    case lastReported, stationID, regionID, region, rentalURIs, rotatingID
    case distance

    /// All fields; `allCases` would create a new array on each access.
    static let all = allCases

    /// Whether a list has it, unless other fields are selected.
    func isPresent(in list: ListContents) -> Bool {
        switch self {
        case .regionID: VehicleColumn.region.isPresent(in: list)
        case .locatedByStation: list.feeds.contains { $0.hasStationLocations == true }
        default: column?.isPresent(in: list) ?? true
        }
    }

    /// The column that shows the field on pages; `nil` if none does.
    var column: VehicleColumn? {
        switch self {
        case .vehicleTypeID, .formFactor: .type
        case .stationID: .station
        case .latitude, .longitude: .location
        default:
            if case .column(let column) = VehicleTableColumn(self) { column } else { nil }
        }
    }

    /// Name of the JSON member or CSV column.
    var name: StaticString {
        switch self {
        case .vehicleID: "vehicle_id"
        case .code: "code"
        case .source: "source"
        case .latitude: "lat"
        case .longitude: "lon"
        case .locatedByStation: "located_by_station"
        case .isReserved: "is_reserved"
        case .isDisabled: "is_disabled"
        case .state: "state"
        case .vehicleTypeID: "vehicle_type_id"
        case .formFactor: "form_factor"
        case .propulsionType: "propulsion_type"
        case .color: "color"
        case .colors: "colors"
        case .currentRangeMeters: "current_range_meters"
        case .currentFuelPercent: "current_fuel_percent"
        case .batteryPercent: "battery_percent"
        case .batteryEstimated: "battery_estimated"
        case .lastReported: "last_reported"
        case .stationID: "station_id"
        case .regionID: "region_id"
        case .region: "region"
        case .rentalURIs: "rental_uris"
        case .rotatingID: "rotating_id"
        case .distance: "distance_meters"
        }
    }

    /// Returns the value of a vehicle; a distance only from an origin.
    /// - Parameters:
    ///   - source: Name of the vehicle's source; `nil` if it is not listed.
    ///   - regions: Names of the regions by their IDs.
    ///   - feed: The feed, which has the locations of stations.
    func value(
        of vehicle: Vehicle, rotation: IDRotation, from origin: Position? = nil,
        source: String? = nil, regions: [String: String]? = nil, feed: FeedDescription? = nil
    ) -> FieldValue {
        switch self {
        case .vehicleID: .text(vehicle.id)
        case .code: FieldValue(vehicle.code)
        case .source: FieldValue(source)
        case .latitude: FieldValue(vehicle.position?.latitude)
        case .longitude: FieldValue(vehicle.position?.longitude)
        case .locatedByStation:
            feed?.isLocatedByStation(vehicle) == true ? .flag(true) : .absent
        case .isReserved: FieldValue(vehicle.isReserved)
        case .isDisabled: FieldValue(vehicle.isDisabled)
        case .state: .text(vehicle.state.rawValue)
        case .vehicleTypeID: FieldValue(vehicle.typeID)
        case .formFactor: FieldValue(vehicle.formFactor)
        case .propulsionType: FieldValue(vehicle.propulsionType)
        case .color: FieldValue(vehicle.color?.name)
        case .colors: vehicle.color.map { .texts($0.tones) } ?? .absent
        case .currentRangeMeters: FieldValue(vehicle.currentRangeMeters)
        case .currentFuelPercent: FieldValue(vehicle.currentFuelPercent)
        case .batteryPercent: FieldValue(vehicle.battery?.percent)
        case .batteryEstimated: FieldValue(vehicle.battery?.estimatedMark)
        case .lastReported: FieldValue(vehicle.lastReported)
        case .stationID: FieldValue(vehicle.stationID)
        case .regionID: FieldValue(vehicle.regionID)
        case .region: FieldValue(vehicle.regionID.flatMap { regions?[$0] })
        case .rentalURIs: vehicle.rentalURIs.map { .links($0) } ?? .absent
        case .rotatingID: .text(rotation.rawValue)
        case .distance: FieldValue(distanceFrom: origin, to: vehicle.position)
        }
    }
}

extension VehicleField {
    /// Names of the columns of a table, accepted for the fields that they show.
    private static let aliases: [String: VehicleField] = [
        "id": .vehicleID, "type": .vehicleTypeID, "battery": .batteryPercent,
        "range": .currentRangeMeters, "distance": .distance, "reported": .lastReported,
        "station": .stationID,
    ]

    /// Creates a field from its name, or from the name of a column.
    init?(_ name: String) {
        guard
            let field = Self.aliases[name] ?? Self.all.first(where: { $0.name.description == name })
        else {
            return nil
        }
        self = field
    }
}

extension FieldValue {
    /// Creates a distance in metres, rounded to decimetres; absent if a position is unknown.
    init(distanceFrom origin: Position?, to position: Position?) {
        let meters = origin.flatMap { origin in position.map(origin.distance) }
        self.init(meters.map { ($0 * 10).rounded() / 10 })
    }
}
