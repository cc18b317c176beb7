/// A field of a vehicle in the machine formats, in output order.
///
/// Names are those of GBFS 3.0 where they exist. JSON, CSV and GeoJSON all use these fields, so
/// they cannot disagree.
enum VehicleField: CaseIterable {
    case vehicleID, latitude, longitude, isReserved, isDisabled, state
    case vehicleTypeID, formFactor, propulsionType, color, colors
    case currentRangeMeters, currentFuelPercent, batteryPercent, lastReported
    case stationID, rentalURIs, rotatingID

    /// All fields; `allCases` would create a new array on each access.
    static let all = allCases

    /// Name of the JSON member or CSV column.
    var name: StaticString {
        switch self {
        case .vehicleID: "vehicle_id"
        case .latitude: "lat"
        case .longitude: "lon"
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
        case .lastReported: "last_reported"
        case .stationID: "station_id"
        case .rentalURIs: "rental_uris"
        case .rotatingID: "rotating_id"
        }
    }

    /// Returns the value of a vehicle.
    func value(of vehicle: Vehicle, rotation: IDRotation) -> Value {
        switch self {
        case .vehicleID: .text(vehicle.id)
        case .latitude: Value(vehicle.position?.latitude)
        case .longitude: Value(vehicle.position?.longitude)
        case .isReserved: Value(vehicle.isReserved)
        case .isDisabled: Value(vehicle.isDisabled)
        case .state: .text(vehicle.state.rawValue)
        case .vehicleTypeID: Value(vehicle.typeID)
        case .formFactor: Value(vehicle.formFactor)
        case .propulsionType: Value(vehicle.propulsionType)
        case .color: Value(vehicle.color?.name)
        case .colors: vehicle.color.map { .texts($0.tones) } ?? .absent
        case .currentRangeMeters: Value(vehicle.currentRangeMeters)
        case .currentFuelPercent: Value(vehicle.currentFuelPercent)
        case .batteryPercent: Value(vehicle.battery?.percent)
        case .lastReported: Value(vehicle.lastReported)
        case .stationID: Value(vehicle.stationID)
        case .rentalURIs: vehicle.rentalURIs.map { .links($0) } ?? .absent
        case .rotatingID: .text(rotation.rawValue)
        }
    }

    /// A value that every machine format can write.
    enum Value: Equatable {
        case text(String)
        case texts([String])
        /// A finite number.
        case number(Double)
        case flag(Bool)
        /// A time of the years 1 to 9999.
        case time(Timestamp)
        case links(RentalURIs)
        /// Unknown; omitted.
        case absent

        init(_ text: String?) {
            self = text.map { .text($0) } ?? .absent
        }

        init(_ number: Double?) {
            guard let number, number.isFinite else { self = .absent; return }
            self = .number(number)
        }

        init(_ flag: Bool?) {
            self = flag.map { .flag($0) } ?? .absent
        }

        init(_ time: Timestamp?) {
            guard let time, time.isWritable else { self = .absent; return }
            self = .time(time)
        }
    }
}
