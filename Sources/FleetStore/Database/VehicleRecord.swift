import FleetCore
import GRDB

/// The columns of a row of `vehicle`, in the order in which they are bound, read and digested.
enum VehicleRecord {
    /// What makes a vehicle, after the row's own `id`, `source` and `digest`.
    static let columns = """
        vehicle_id, latitude, longitude, is_reserved, is_disabled, type_id, form_factor, \
        propulsion_type, current_range_meters, current_fuel_percent, battery_percent, \
        battery_is_estimated, last_reported, station_id, web_uri, android_uri, ios_uri, color
        """

    /// Adds a row.
    static let insert = """
        INSERT INTO vehicle (id, source, digest, \(columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Rewrites a row whose vehicle has the same code and color; the indices stay untouched.
    static let update = """
        UPDATE vehicle SET digest = ?, latitude = ?, longitude = ?, is_reserved = ?,
        is_disabled = ?, type_id = ?, form_factor = ?, propulsion_type = ?,
        current_range_meters = ?, current_fuel_percent = ?, battery_percent = ?,
        battery_is_estimated = ?, last_reported = ?, station_id = ?, web_uri = ?,
        android_uri = ?, ios_uri = ? WHERE id = ?
        """

    /// Gives a row another color.
    static let recolor = "UPDATE vehicle SET color = ? WHERE id = ?"

    /// Binds everything between the code and the color.
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
    }

    /// A digest of all that is stored of a vehicle: equal digests, equal rows.
    ///
    /// A feed that forges two rows with one digest deceives itself alone: a change of its own
    /// vehicle goes unseen. Codes are never compared by it.
    static func digest(_ vehicle: UnsafePointer<Vehicle>) -> Int64 {
        var hash = StableHash(seed: 1)
        combine(vehicle.pointee.id, into: &hash)
        combine(vehicle.pointee.position?.latitude, into: &hash)
        combine(vehicle.pointee.position?.longitude, into: &hash)
        hash.combine(flags(vehicle))
        combine(vehicle.pointee.typeID, into: &hash)
        combine(vehicle.pointee.formFactor, into: &hash)
        combine(vehicle.pointee.propulsionType, into: &hash)
        combine(vehicle.pointee.color?.name, into: &hash)
        combine(vehicle.pointee.currentRangeMeters, into: &hash)
        combine(vehicle.pointee.currentFuelPercent, into: &hash)
        combine(vehicle.pointee.battery?.percent, into: &hash)
        hash.combine(UInt64(bitPattern: vehicle.pointee.lastReported?.milliseconds ?? 0))
        combine(vehicle.pointee.stationID, into: &hash)
        combine(vehicle.pointee.rentalURIs?.web, into: &hash)
        combine(vehicle.pointee.rentalURIs?.android, into: &hash)
        combine(vehicle.pointee.rentalURIs?.ios, into: &hash)
        return Int64(bitPattern: hash.value)
    }

    /// What has few values, and whether there is a time, in one word.
    private static func flags(_ vehicle: UnsafePointer<Vehicle>) -> UInt64 {
        func code(_ value: Bool?) -> UInt64 { value.map { $0 ? 2 : 1 } ?? 0 }
        return code(vehicle.pointee.isReserved) | code(vehicle.pointee.isDisabled) << 2
            | code(vehicle.pointee.battery?.isEstimated) << 4
            | (vehicle.pointee.lastReported == nil ? 0 : 1) << 6
    }

    private static func combine(_ value: Double?, into hash: inout StableHash) {
        // This bit pattern is a NaN, and NaN is stored as NULL.
        let isMissing = value?.isNaN ?? true
        hash.combine(isMissing ? .max : (value ?? 0).bitPattern)
    }

    private static func combine(_ value: String?, into hash: inout StableHash) {
        // No text is this long, so a missing one is like no other.
        guard let value else { return hash.combine(.max) }
        let isDone: Void? = value.utf8.withContiguousStorageIfAvailable {
            hash.combine(UnsafeRawBufferPointer($0))
        }
        if isDone == nil { hash.combine(value) }
    }
}
