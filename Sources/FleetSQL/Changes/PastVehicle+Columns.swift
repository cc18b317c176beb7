import FleetCore

extension PastVehicle {
    /// Columns of `vehicle_change` and `vehicle_base`.
    static let columns = ["vehicle", "latitude", "longitude", "state_code", "battery", "version"]
    static let columnList = columns.joined(separator: ", ")

    /// Creates the row of a vehicle in the feed.
    init(_ vehicle: Vehicle, number: Int64, version: Int64) {
        self.init(
            number: VehicleNumber(truncatingIfNeeded: number), state: vehicle.state,
            position: vehicle.position.map { PastPosition($0) },
            battery: vehicle.battery.map { UInt8($0.percent.rounded()) },
            version: Int32(truncatingIfNeeded: version))
    }

    /// Creates the row of a vehicle that left the feed.
    init(removed number: Int64) {
        self.init(number: VehicleNumber(truncatingIfNeeded: number), state: nil)
    }

    /// Reads ``columns`` of a row, from one on.
    init(from row: any SQLRow, at column: Int) {
        let position = row.integer(column + 1).flatMap { latitude in
            row.integer(column + 2).flatMap { PastPosition(latitude: latitude, longitude: $0) }
        }
        let states = VehicleState.allCases
        self.init(
            number: VehicleNumber(truncatingIfNeeded: row.integer(column) ?? 0),
            state: row.integer(column + 3).map {
                states.indices.contains(Int($0)) ? states[Int($0)] : .unknown
            },
            position: position,
            battery: row.integer(column + 4).flatMap(UInt8.init(exactly:)),
            version: Int32(truncatingIfNeeded: row.integer(column + 5) ?? 0))
    }

    /// Reads the standstill of a base, whose column follows ``columns``.
    ///
    /// Its position is about that of the vehicle then.
    func standstill(from row: any SQLRow) -> Standstill? {
        guard let position,
            let since = row.integer(Self.columns.count).map(Timestamp.init(milliseconds:))
        else { return nil }
        return Standstill(since: since, at: Position(position))
    }

    /// Binds ``columns``.
    func bind(to row: any SQLRowWriter) throws {
        try row.bind(Int32(bitPattern: number))
        try row.bind(position?.latitude)
        try row.bind(position?.longitude)
        try row.bind(state.flatMap { VehicleState.allCases.firstIndex(of: $0) }.map(Int16.init))
        try row.bind(battery.map(Int16.init))
        try row.bind(state == nil ? nil : version)
    }
}
