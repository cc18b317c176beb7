package import FleetCore

extension Vehicle: StoredRecord {
    /// Reads a vehicle from ``VehicleRecord/readColumns`` of a row, from one on.
    init(from row: any SQLRow, at column: Int = 0, _ colors: inout ColorCache) {
        self.init(id: "")
        stillSince = row.integer(column).map(Timestamp.init(milliseconds:))
        read(from: row, at: column + 1, &colors)
    }

    @inline(__always)
    package mutating func visit<Visitor: ColumnVisitor>(
        _ columns: inout Visitor
    ) throws(Visitor.Failure) {
        try columns.visit("vehicle_id", &id)
        try columns.visit(&position)
        try columns.visit("is_reserved", &isReserved)
        try columns.visit("is_disabled", &isDisabled)
        try columns.visit("type_id", &typeID)
        try columns.visit("form_factor", &formFactor)
        try columns.visit("propulsion_type", &propulsionType)
        try columns.visit("color", &color)
        try columns.visit("current_range_meters", &currentRangeMeters)
        try columns.visit("current_fuel_percent", &currentFuelPercent)
        var (percent, isEstimated) = (battery?.percent, battery?.isEstimated)
        try columns.visit("battery_percent", &percent)
        try columns.visit("battery_is_estimated", &isEstimated)
        if Visitor.isReader {
            battery = percent.flatMap { Battery(percent: $0, isEstimated: isEstimated != false) }
        }
        try columns.visit("last_reported", &lastReported)
        try columns.visit("station_id", &stationID)
        var (web, android, ios) = (rentalURIs?.web, rentalURIs?.android, rentalURIs?.ios)
        try columns.visit("web_uri", &web)
        try columns.visit("android_uri", &android)
        try columns.visit("ios_uri", &ios)
        if Visitor.isReader { rentalURIs = RentalURIs(web: web, android: android, ios: ios) }
        try columns.visit("measurements", &measurements)
    }
}

/// The columns of `vehicle` and `gone_vehicle` that are from the feed.
package enum VehicleRecord {
    package static let list = ColumnList(
        of: Vehicle(id: ""),
        checks: ColumnList.positionChecks + [
            "battery_percent BETWEEN 0 AND 100",
            "(battery_percent IS NULL) = (battery_is_estimated IS NULL)",
        ])
    package static let columns = list.names.joined(separator: ", ")
    /// Columns of a vehicle: one that the store adds, and those of the feed.
    package static let readColumns = "still_since, \(columns)"
    /// Columns of a standstill, the last of which is the first one of the vehicle, and of a
    /// vehicle.
    package static let storedColumns = "\(Standstill.columns), \(columns)"

    /// Reads a vehicle and its standstill from ``storedColumns`` of a row, from one on.
    package static func stored(
        from row: any SQLRow, at column: Int, _ colors: inout ColorCache
    ) -> (Vehicle, Standstill?) {
        let first = column + Standstill.names.count - 1
        return (Vehicle(from: row, at: first, &colors), Standstill(from: row, at: column))
    }

    /// Columns of `vehicle` that a commit writes.
    package static let written = ["digest"] + list.names + Standstill.names

    /// Binds ``written``.
    package static func bind<Row: SQLRowWriter>(
        _ vehicle: inout Vehicle, _ digest: Int64, _ standstill: Standstill?, to row: inout Row
    ) throws(Row.Failure) {
        try row.bind(digest)
        try vehicle.visit(&row)
        try row.bind(standstill?.position.latitude)
        try row.bind(standstill?.position.longitude)
        try row.bind(standstill?.since.milliseconds)
    }
}
