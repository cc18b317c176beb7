package import FleetCore

/// Columns of `vehicle`, in the order in which they are bound, read and digested.
package enum VehicleRecord {
    /// Columns of a vehicle, without the row's `id`, `source` and `digest`.
    package static let columns = """
        vehicle_id, latitude, longitude, is_reserved, is_disabled, type_id, form_factor, \
        propulsion_type, current_range_meters, current_fuel_percent, battery_percent, \
        battery_is_estimated, last_reported, station_id, web_uri, android_uri, ios_uri, \
        measurements, color
        """

    /// Columns that a `VehicleCursor` reads: those of the feed, and the one that the store adds.
    package static let readColumns = "\(columns), still_since"

    /// Binds the columns between the vehicle ID and the color.
    package static func bind(
        _ vehicle: Vehicle, to row: inout some SQLRowWriter
    ) throws {
        try row.bind(vehicle.position?.latitude)
        try row.bind(vehicle.position?.longitude)
        try row.bind(vehicle.isReserved)
        try row.bind(vehicle.isDisabled)
        try row.bind(vehicle.typeID)
        try row.bind(vehicle.formFactor)
        try row.bind(vehicle.propulsionType)
        try row.bind(vehicle.currentRangeMeters)
        try row.bind(vehicle.currentFuelPercent)
        try row.bind(vehicle.battery?.percent)
        try row.bind(vehicle.battery?.isEstimated)
        try row.bind(vehicle.lastReported?.milliseconds)
        try row.bind(vehicle.stationID)
        try row.bind(vehicle.rentalURIs?.web)
        try row.bind(vehicle.rentalURIs?.android)
        try row.bind(vehicle.rentalURIs?.ios)
        try row.bind(MeasurementLines.text(of: vehicle.measurements))
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
package struct VehicleCursor {
    /// Cache of parsed colors: parsing a color costs more than reading a row.
    private var colors: [VehicleColor] = []
    private static let maxColors = 8

    package init() {}

    /// Reads a vehicle from the current row.
    package mutating func vehicle(from row: some SQLRow) -> Vehicle {
        var vehicle = Vehicle(id: row.text(0) ?? "")
        if let latitude = row.real(1), let longitude = row.real(2) {
            vehicle.position = Position(latitude: latitude, longitude: longitude)
        }
        vehicle.isReserved = row.integer(3).map { $0 != 0 }
        vehicle.isDisabled = row.integer(4).map { $0 != 0 }
        vehicle.typeID = row.text(5)
        vehicle.formFactor = row.text(6)
        vehicle.propulsionType = row.text(7)
        vehicle.currentRangeMeters = row.real(8)
        vehicle.currentFuelPercent = row.real(9)
        vehicle.battery = row.real(10).flatMap {
            Battery(percent: $0, isEstimated: row.integer(11) != 0)
        }
        vehicle.lastReported = row.integer(12).map(Timestamp.init(milliseconds:))
        vehicle.stationID = row.text(13)
        vehicle.rentalURIs = RentalURIs(web: row.text(14), android: row.text(15), ios: row.text(16))
        if let lines = row.text(17) {
            vehicle.measurements = MeasurementLines.measurements(in: lines)
        }
        vehicle.color = color(from: row, at: 18)
        vehicle.stillSince = row.integer(19).map(Timestamp.init(milliseconds:))
        return vehicle
    }

    /// Reads a color from a column of the current row.
    mutating func color(from row: some SQLRow, at column: Int) -> VehicleColor? {
        // No color has an empty name.
        let (isMissing, known) = row.withText(column) { name in
            (name.isEmpty, colors.first { $0.name.utf8.elementsEqual(name) })
        }
        if isMissing || known != nil { return known }
        let color = row.text(column).flatMap { VehicleColor($0) }
        if let color, colors.count < Self.maxColors { colors.append(color) }
        return color
    }
}
