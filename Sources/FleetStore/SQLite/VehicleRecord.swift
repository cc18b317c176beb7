import FleetCore
import GRDB

/// Columns of `vehicle`, in the order in which they are bound, read and digested.
enum VehicleRecord {
    /// Columns of a vehicle, without the row's `id`, `source` and `digest`.
    static let columns = """
        vehicle_id, latitude, longitude, is_reserved, is_disabled, type_id, form_factor, \
        propulsion_type, current_range_meters, current_fuel_percent, battery_percent, \
        battery_is_estimated, last_reported, station_id, web_uri, android_uri, ios_uri, \
        measurements, color
        """

    /// Columns that a `VehicleCursor` reads: those of the feed, and the one that the store adds.
    static let readColumns = "\(columns), still_since"

    /// Statement that inserts a row.
    static let insert = """
        INSERT INTO vehicle (id, source, digest, \(columns), \(Standstill.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Statement that updates a row whose vehicle ID and color are unchanged; no index is touched.
    static let update = """
        UPDATE vehicle SET digest = ?, latitude = ?, longitude = ?, is_reserved = ?,
        is_disabled = ?, type_id = ?, form_factor = ?, propulsion_type = ?,
        current_range_meters = ?, current_fuel_percent = ?, battery_percent = ?,
        battery_is_estimated = ?, last_reported = ?, station_id = ?, web_uri = ?,
        android_uri = ?, ios_uri = ?, measurements = ?, still_since = ?, still_latitude = ?,
        still_longitude = ? WHERE id = ?
        """

    /// Statement that changes the color of a row.
    static let recolor = "UPDATE vehicle SET color = ? WHERE id = ?"

    /// Binds the columns between the vehicle ID and the color.
    static func bind(_ vehicle: Vehicle, to statement: inout SQLStatement) throws {
        try statement.bind(vehicle.position?.latitude)
        try statement.bind(vehicle.position?.longitude)
        try statement.bind(vehicle.isReserved)
        try statement.bind(vehicle.isDisabled)
        try statement.bind(vehicle.typeID)
        try statement.bind(vehicle.formFactor)
        try statement.bind(vehicle.propulsionType)
        try statement.bind(vehicle.currentRangeMeters)
        try statement.bind(vehicle.currentFuelPercent)
        try statement.bind(vehicle.battery?.percent)
        try statement.bind(vehicle.battery?.isEstimated)
        try statement.bind(vehicle.lastReported?.milliseconds)
        try statement.bind(vehicle.stationID)
        try statement.bind(vehicle.rentalURIs?.web)
        try statement.bind(vehicle.rentalURIs?.android)
        try statement.bind(vehicle.rentalURIs?.ios)
        try statement.bind(MeasurementLines.text(of: vehicle.measurements))
    }

    /// Returns a digest of all columns of the feed: equal digests mean equal rows.
    ///
    /// A feed that forges a collision only hides a change of its own vehicle. IDs are never
    /// compared by digest.
    static func digest(_ vehicle: UnsafePointer<Vehicle>) -> Int64 {
        var hash = StableHash(seed: 1)
        hash.combine(vehicle.pointee.id)
        hash.combine(vehicle.pointee.position?.latitude)
        hash.combine(vehicle.pointee.position?.longitude)
        hash.combine(flags(vehicle))
        hash.combine(vehicle.pointee.typeID)
        hash.combine(vehicle.pointee.formFactor)
        hash.combine(vehicle.pointee.propulsionType)
        hash.combine(vehicle.pointee.color?.name)
        hash.combine(vehicle.pointee.currentRangeMeters)
        hash.combine(vehicle.pointee.currentFuelPercent)
        hash.combine(vehicle.pointee.battery?.percent)
        hash.combine(UInt64(bitPattern: vehicle.pointee.lastReported?.milliseconds ?? 0))
        hash.combine(vehicle.pointee.stationID)
        hash.combine(vehicle.pointee.rentalURIs?.web)
        hash.combine(vehicle.pointee.rentalURIs?.android)
        hash.combine(vehicle.pointee.rentalURIs?.ios)
        hash.combine(vehicle.pointee.measurements)
        return Int64(bitPattern: hash.value)
    }

    /// Packs the flags, and whether there is a time, into one word.
    private static func flags(_ vehicle: UnsafePointer<Vehicle>) -> UInt64 {
        func bits(_ value: Bool?) -> UInt64 { value.map { $0 ? 2 : 1 } ?? 0 }
        return bits(vehicle.pointee.isReserved) | bits(vehicle.pointee.isDisabled) << 2
            | bits(vehicle.pointee.battery?.isEstimated) << 4
            | (vehicle.pointee.lastReported == nil ? 0 : 1) << 6
    }
}

/// Reader of vehicles from rows of ``VehicleRecord/readColumns``.
struct VehicleCursor {
    /// Cache of parsed colors: parsing a color costs more than reading a row.
    private var colors: [VehicleColor] = []
    private static let maxColors = 8

    /// Reads a vehicle from the current row.
    mutating func vehicle(from row: SQLStatement) -> Vehicle {
        var vehicle = Vehicle(id: row.text(0) ?? "")
        if let latitude = row.real(1), let longitude = row.real(2) {
            vehicle.position = Position(latitude: latitude, longitude: longitude)
        }
        vehicle.isReserved = row.optionalInteger(3).map { $0 != 0 }
        vehicle.isDisabled = row.optionalInteger(4).map { $0 != 0 }
        vehicle.typeID = row.text(5)
        vehicle.formFactor = row.text(6)
        vehicle.propulsionType = row.text(7)
        vehicle.currentRangeMeters = row.real(8)
        vehicle.currentFuelPercent = row.real(9)
        vehicle.battery = row.real(10).flatMap {
            Battery(percent: $0, isEstimated: row.integer(11) != 0)
        }
        vehicle.lastReported = row.optionalInteger(12).map(Timestamp.init(milliseconds:))
        vehicle.stationID = row.text(13)
        vehicle.rentalURIs = RentalURIs(web: row.text(14), android: row.text(15), ios: row.text(16))
        if !row.isNull(17) {
            vehicle.measurements = MeasurementLines.measurements(in: row.text(17))
        }
        vehicle.color = color(from: row, at: 18)
        vehicle.stillSince = row.optionalInteger(19).map(Timestamp.init(milliseconds:))
        return vehicle
    }

    /// Reads a color from a column of the current row.
    mutating func color(from row: SQLStatement, at column: CInt) -> VehicleColor? {
        guard !row.isNull(column) else { return nil }
        let name = row.bytes(column)
        if let known = colors.first(where: { $0.name.utf8.elementsEqual(name) }) { return known }
        let color = VehicleColor(String(decoding: name, as: UTF8.self))
        if let color, colors.count < Self.maxColors { colors.append(color) }
        return color
    }
}
