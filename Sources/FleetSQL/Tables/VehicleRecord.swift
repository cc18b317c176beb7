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
        try visitVersion(&columns)
        try columns.visit(&position)
        try columns.visit("is_reserved", &isReserved)
        try columns.visit("is_disabled", &isDisabled)
        try columns.visit("vehicle_state", &namedState)
        try columns.visit("current_range_meters", &currentRangeMeters)
        try columns.visit("current_fuel_percent", &currentFuelPercent)
        var (percent, isEstimated) = (battery?.percent, battery?.isEstimated)
        try columns.visit("battery_percent", &percent)
        try columns.visit("battery_is_estimated", &isEstimated)
        if Visitor.isReader {
            battery = percent.flatMap { Battery(percent: $0, isEstimated: isEstimated != false) }
        }
        try columns.visit("last_reported", &lastReported)
        var (web, android, ios) = (rentalURIs?.web, rentalURIs?.android, rentalURIs?.ios)
        try columns.visit("web_uri", &web)
        try columns.visit("android_uri", &android)
        try columns.visit("ios_uri", &ios)
        if Visitor.isReader { rentalURIs = RentalURIs(web: web, android: android, ios: ios) }
        try columns.visit("measurements", &measurements)
        try columns.visit("name", &name)
        var text: String? = properties.isEmpty ? nil : properties.text
        try columns.visit("properties", &text)
        if Visitor.isReader { properties = CustomProperties(text: text ?? "") }
        try columns.visit("has_asset", &isListed)
    }

    /// Visits the columns that seldom change, which the log has in a ``VehicleVersion``.
    @inline(__always)
    mutating func visitVersion<Visitor: ColumnVisitor>(
        _ columns: inout Visitor
    ) throws(Visitor.Failure) {
        try columns.visit("code", &code)
        try columns.visit("type_id", &typeID)
        try columns.visit("form_factor", &formFactor)
        try columns.visit("propulsion_type", &propulsionType)
        try columns.visit("color", &color)
        try columns.visit("station_id", &stationID)
        try columns.visit("region_id", &regionID)
        try columns.visit("pricing_plan_id", &pricingPlanID)
    }
}

/// A stored vehicle that a commit changes or removes.
package struct EarlierVehicle {
    package let vehicle: Vehicle
    package let standstill: Standstill?
    let log: LogPosition
}

/// The columns of `vehicle` and `gone_vehicle` that are from the feed.
package enum VehicleRecord {
    package static let list = ColumnList(
        of: Vehicle(id: ""),
        traits: [
            "vehicle_id": ["ID in the feed"],
            "code": ["Code that is visible on the vehicle"],
            "region_id": ["Region of the vehicle, or of its station"],
            "vehicle_state": ["State that the feed names (MDS)"],
            "current_fuel_percent": ["As in the feed, where 1 is full"],
            "battery_percent": ["Battery level in percent, 0 to 100"],
            "battery_is_estimated": ["Whether the battery level was computed from the range"],
            "last_reported": ["Time of the last report of the vehicle"],
            "measurements": [
                "Sensor values in lines: quantity, value, time, threshold minimum and maximum, state"
            ],
            "name": [.since(3), "Name that people call it by"],
            "properties": [.since(3), "Values of the source's own properties, as a JSON object"],
            "has_asset": [.since(4), "Whether the asset list beside the feed has the vehicle"],
        ],
        rules: ColumnList.positionRules + [
            "CHECK (vehicle_state IS NULL OR \(VehicleState.check("vehicle_state")))",
            "CHECK (battery_percent BETWEEN 0 AND 100)",
            "CHECK ((battery_percent IS NULL) = (battery_is_estimated IS NULL))",
        ])
    package static let columns = list.names.joined(separator: ", ")
    /// Columns of a vehicle: one that the store adds, and those of the feed.
    package static let readColumns = "still_since, \(columns)"
    /// Columns of a position in the log, a standstill, the last of which is the first one of the
    /// vehicle, and of a vehicle.
    package static let storedColumns = "\(LogPosition.columns), \(Standstill.columns), \(columns)"

    /// Reads ``storedColumns`` of a row, from one on.
    package static func stored(
        from row: any SQLRow, at column: Int, _ colors: inout ColorCache
    ) -> EarlierVehicle {
        let standstill = column + LogPosition.names.count
        let first = standstill + Standstill.names.count - 1
        return EarlierVehicle(
            vehicle: Vehicle(from: row, at: first, &colors),
            standstill: Standstill(from: row, at: standstill),
            log: LogPosition(from: row, at: column))
    }

    /// Columns of `vehicle` that a commit writes.
    package static let written =
        ["digest"] + list.names + Standstill.names + LogPosition.names

    /// Binds ``written``, for the vehicle at an index.
    package static func bind(
        _ index: Int, of vehicles: [Vehicle], _ digest: Int64, _ standstill: Standstill?,
        _ log: LogPosition?, to row: any SQLRowWriter
    ) throws {
        var columns = ColumnWriter(row: row)
        try row.bind(digest)
        try withVehicle(at: index, of: vehicles) { vehicle in try vehicle.visit(&columns) }
        try row.bind(standstill?.position.latitude)
        try row.bind(standstill?.position.longitude)
        try row.bind(standstill?.since.milliseconds)
        try row.bind(log?.version)
        try row.bind(log?.loggedAt)
    }

    /// Calls `body`, which changes nothing, with a vehicle whose strings are not copied; that would
    /// double the cost of a visit.
    @inline(__always)
    static func withVehicle<T>(
        at index: Int, of vehicles: [Vehicle], _ body: (inout Vehicle) throws -> T
    ) rethrows -> T {
        try vehicles.withUnsafeBufferPointer { vehicles in
            try withUnsafeTemporaryAllocation(of: Vehicle.self, capacity: 1) { vehicle in
                // SAFETY: `body` changes nothing, so the strings remain those of the array.
                UnsafeMutableRawBufferPointer(vehicle).copyMemory(
                    from: UnsafeRawBufferPointer(
                        UnsafeBufferPointer(rebasing: vehicles[index...index])))
                return try body(&vehicle[0])
            }
        }
    }
}

extension VehicleState {
    /// Returns the condition that a column has the name of a state.
    ///
    /// It does without `IN`, for which SQLite fills a table of its own at each inserted row.
    package static func check(_ column: String) -> String { check(column, among: allCases) }

    private static func check(_ column: String, among states: [VehicleState]) -> String {
        states.map { "\(column) = '\($0.rawValue)'" }.joined(separator: " OR ")
    }

    /// Returns the condition of a code of the log.
    static func codeRange(among states: [VehicleState] = allCases) -> String {
        "BETWEEN 0 AND \(states.count - 1)"
    }

    /// The states of the tables before version 3.
    static let ofFeeds = Array(allCases.prefix { $0 != .inUse })

    /// Returns the change of the condition that a column has the name of a state.
    static func restatement(_ column: String) -> Restatement {
        Restatement(since: 3, check(column, among: ofFeeds), check(column))
    }

    /// The codes of the states in the log, with their names.
    package static let codes = allCases.enumerated().map { "\($0) \($1.rawValue)" }
        .joined(separator: ", ")

    /// Returns the expression for the code of the state with a name.
    static func code(ofName column: String) -> String {
        let cases = allCases.enumerated().map { "WHEN '\($1.rawValue)' THEN \($0)" }
        return "CASE \(column) \(cases.joined(separator: " ")) END"
    }

    /// Returns the expression for the name of the state with a code.
    package static func name(
        ofCode column: String, among states: [VehicleState] = allCases
    ) -> String {
        let cases = states.enumerated().map { "WHEN \($0) THEN '\($1.rawValue)'" }
        return "CASE \(column) \(cases.joined(separator: " ")) END"
    }
}
