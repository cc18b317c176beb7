/// A property of a vehicle, in the order of the documents for programs.
///
/// Lists, details, snapshots and exports of a history have the properties that name them in
/// ``documents``, and lines and pages show ``facts(of:)``. Names are those of GBFS 3.0 where they
/// exist.
package enum VehicleProperty: CaseIterable {
    case vehicleID, code, name, source, latitude, longitude, locatedByStation, isReserved,
        isDisabled,
        state
    case vehicleTypeID, formFactor, propulsionType, color, colors
    case currentRangeMeters, currentFuelPercent, batteryPercent, batteryEstimated
    case lastReported, stationID, regionID, region, rentalURIs, rotatingID
    case distance, properties, isListed, namedState, pricingPlanID, batteryText, measurements,
        stillSince

    /// The documents for programs that have a property.
    enum Document {
        case list, detail
        /// A snapshot that a server sends to the command line, which reads it as a feed.
        case snapshot
        /// The export of a history, of the fields that a ``PastVersion`` has.
        case history
    }

    /// The documents that have it.
    var documents: [Document] {
        switch self {
        case .vehicleTypeID, .formFactor, .propulsionType, .stationID, .regionID:
            [.list, .detail, .snapshot, .history]
        case .vehicleID, .code, .name, .source, .latitude, .longitude, .isReserved, .isDisabled,
            .color,
            .currentRangeMeters, .currentFuelPercent, .batteryEstimated, .lastReported, .rentalURIs,
            .distance, .properties, .isListed:
            [.list, .detail, .snapshot]
        case .locatedByStation, .state, .colors, .batteryPercent, .region, .rotatingID:
            [.list, .detail]
        case .measurements: [.detail, .snapshot]
        case .namedState, .pricingPlanID, .batteryText: [.snapshot]
        case .stillSince: []
        }
    }

    // They are made once, since a list has 100,000 vehicles.
    static let listed = all(in: .list)
    static let detailed = all(in: .detail)
    static let sent = all(in: .snapshot)

    private static func all(in document: Document) -> [VehicleProperty] {
        allCases.filter { $0.documents.contains(document) }
    }

    /// Whether a list has it, unless other fields are selected.
    func isPresent(in list: ListContents) -> Bool {
        switch self {
        case .regionID: VehicleColumn.region.isPresent(in: list)
        case .properties: list.feeds.contains { $0.properties != nil }
        case .isListed: list.feeds.contains { $0.assets != nil }
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
        case .name: "name"
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
        case .properties: "properties"
        case .isListed: "listed"
        case .namedState: "vehicle_state"
        case .pricingPlanID: "pricing_plan_id"
        case .batteryText: "battery_percent"
        case .measurements: "measurements"
        case .stillSince: "still_since"
        }
    }

    /// Returns the value of a vehicle of a source; a distance only from an origin.
    func value(of vehicle: Vehicle, in source: ListedSource) -> FieldValue {
        switch self {
        case .vehicleID: .text(vehicle.id)
        case .code: FieldValue(vehicle.code)
        case .name: FieldValue(vehicle.name)
        case .source: FieldValue(source.name)
        case .latitude: FieldValue(vehicle.position?.latitude)
        case .longitude: FieldValue(vehicle.position?.longitude)
        case .locatedByStation:
            source.locatingFeed?.isLocatedByStation(vehicle) == true ? .flag(true) : .absent
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
        case .region: FieldValue(vehicle.regionID.flatMap { source.regions?[$0] })
        case .rentalURIs: vehicle.rentalURIs.map { .links($0) } ?? .absent
        case .rotatingID: .text(source.rotation.rawValue)
        case .distance: FieldValue(distanceFrom: source.origin, to: vehicle.position)
        case .properties: vehicle.properties.isEmpty ? .absent : .properties(vehicle.properties)
        case .isListed: FieldValue(vehicle.isListed)
        case .namedState: FieldValue(vehicle.namedState?.rawValue)
        case .pricingPlanID: FieldValue(vehicle.pricingPlanID)
        case .batteryText: FieldValue(vehicle.battery?.feedText)
        case .measurements: FieldValue(vehicle.measurements)
        case .stillSince: FieldValue(vehicle.stillSince)
        }
    }
}

extension VehicleProperty {
    /// Names of the columns of a table, accepted for the fields that they show.
    private static let aliases: [String: VehicleProperty] = [
        "id": .vehicleID, "type": .vehicleTypeID, "battery": .batteryPercent,
        "range": .currentRangeMeters, "distance": .distance, "reported": .lastReported,
        "station": .stationID,
    ]

    /// Creates a property of lists from its name, or from the name of a column.
    init?(_ name: String) {
        guard
            let field = Self.aliases[name]
                ?? Self.listed.first(where: { $0.name.description == name })
        else {
            return nil
        }
        self = field
    }
}

extension VehicleProperty {
    /// Columns of the export of a history for the fields that seldom change.
    /// - Parameter version: Function from a row to those fields; `nil` if it has none.
    package static func historyColumns<Row>(
        _ version: @escaping (Row) -> PastVersion?
    ) -> [RecordList.Column<Row>] {
        all(in: .history).map { property in
            let name = property == .vehicleTypeID ? "type_id" : property.name.description
            return .init(name) { row in
                version(row).map { property.value(of: $0.vehicle, in: ListedSource()) } ?? .absent
            }
        }
    }
}

extension Battery {
    /// The charge with its unit, because feeds write a number below 1 as a fraction.
    fileprivate var feedText: String {
        var text = UTF8Buffer()
        text.append(percent)
        text.append(UInt8(ascii: "%"))
        return text.string
    }
}

extension FieldValue {
    /// Creates a list of measurements, which only JSON has; absent if there are none.
    fileprivate init(_ measurements: [Measurement]) {
        self = measurements.isEmpty ? .absent : .objects(measurements.map(\.jsonObject), text: "")
    }

    /// Creates a distance in metres, rounded to decimetres; absent if a position is unknown.
    init(distanceFrom origin: Position?, to position: Position?) {
        let meters = origin.flatMap { origin in position.map(origin.distance) }
        self.init(meters.map { ($0 * 10).rounded() / 10 })
    }
}
