import FleetCore
import JSON

/// Makes vehicles of the elements of a list, one at a time, joined with their types.
struct VehicleReader {
    private var types: ByteKeyed<JoinedType>
    private var colors = ByteKeyed { VehicleColor(lenient: $0) }
    private var words = ByteKeyed { $0 }
    private let kinds: Filter
    /// Whether vehicles of every kind are kept.
    let keepsAll: Bool

    init(_ join: VehicleJoin) {
        types = ByteKeyed(join)
        kinds = join.kinds
        keepsAll = kinds == Filter()
    }

    /// Reads all but the code of a vehicle into it; tells whether its kind is kept.
    ///
    /// One that is not kept is not read to its end: its links, the longest texts of a feed, are never
    /// copied.
    mutating func read(_ row: JSONRow, into vehicle: inout Vehicle) -> Bool {
        vehicle.isReserved = Bool(lenient: row[.isReserved]) ?? Bool(lenient: row[.reserved])
        vehicle.isDisabled = Bool(lenient: row[.isDisabled]) ?? Bool(lenient: row[.disabled])
        let type = readType(row, into: &vehicle)
        vehicle.color = type?.givenColor ?? color(row) ?? type?.color
        guard keepsAll || kinds.matches(vehicle) else { return false }
        vehicle.position = position(row)
        vehicle.currentRangeMeters = row.amount(.currentRangeMeters)
        vehicle.currentFuelPercent = Charge(row[.currentFuelPercent])?.fraction
        vehicle.lastReported = Timestamp(lenient: row[.lastReported])
        vehicle.stationID = shared(row[.stationID])
        vehicle.battery = battery(row, of: vehicle, maxRange: type?.maxRangeMeters)
        vehicle.rentalURIs = rentalURIs(row)
        if row.hasAny(from: VehicleField.temperature.rawValue) { vehicle.readMeasurements(row) }
        return true
    }

    private func position(_ row: JSONRow) -> Position? {
        let latitude = Double(lenient: row[.lat]) ?? Double(lenient: row[.latitude])
        guard let latitude else { return nil }
        let longitude =
            Double(lenient: row[.lon]) ?? Double(lenient: row[.lng])
            ?? Double(lenient: row[.longitude])
        guard let longitude else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// The type, joined; documents without types name the form factor itself (`type`, and
    /// `vehicle_type` in feeds of GBFS 1, where some keep it beside `vehicle_type_id`).
    private mutating func readType(_ row: JSONRow, into vehicle: inout Vehicle) -> JoinedType? {
        let type = (row[.vehicleTypeID].textBytes ?? kind(row)).map { types[$0] }
        vehicle.typeID = type?.id
        vehicle.formFactor =
            type?.formFactor ?? shared(row[.formFactor])
            ?? kind(row).flatMap { types[$0].formFactor }
        vehicle.propulsionType = type?.propulsionType ?? shared(row[.propulsionType])
        return type
    }

    private func kind(_ row: JSONRow) -> UnsafeBufferPointer<UInt8>? {
        row[.type].textBytes ?? row[.vehicleType].textBytes
    }

    private mutating func color(_ row: JSONRow) -> VehicleColor? {
        guard let bytes = row[.color].textBytes else { return nil }
        return colors[bytes]
    }

    /// A text that many vehicles have in common.
    private mutating func shared(_ field: JSONField) -> String? {
        guard let bytes = field.textBytes else { return nil }
        return words[bytes]
    }

    private func battery(_ row: JSONRow, of vehicle: Vehicle, maxRange: Double?) -> Battery? {
        if let share = vehicle.currentFuelPercent { return Battery(share: share) }
        if let range = vehicle.currentRangeMeters, let maxRange {
            return Battery(share: range / maxRange, isEstimated: true)
        }
        let charge = VehicleField.batteries.lazy.compactMap { Charge(row[$0]) }.first
        return charge?.percentOrFraction.flatMap { Battery(share: $0) }
    }

    private func rentalURIs(_ row: JSONRow) -> RentalURIs? {
        RentalURIs(
            web: row.text(.rentalWeb) ?? row.text(.qrURL) ?? row.text(.rentalURIs),
            android: row.text(.rentalAndroid), ios: row.text(.rentalIOS))
    }
}
