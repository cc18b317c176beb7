import FleetCore

/// Row of `vehicle_change`: the fields of a vehicle that a history needs, after one commit.
struct VehicleChange: Equatable {
    private let pastPosition: PastPosition?
    /// Position of the state among all states; `nil` if the vehicle left the feed.
    private let stateCode: Int16?
    /// Battery level in percent, 0 to 100; `nil` if it is unknown.
    private let battery: Int16?

    /// The row of a vehicle that left the feed.
    static let removal = VehicleChange()

    private init() { (pastPosition, stateCode, battery) = (nil, nil, nil) }

    init(_ vehicle: Vehicle) {
        pastPosition = vehicle.position.map { PastPosition($0) }
        stateCode = VehicleState.allCases.firstIndex(of: vehicle.state).map(Int16.init)
        battery = vehicle.battery.map { Int16($0.percent.rounded()) }
    }

    /// Reads the columns of ``names`` of a row, from one on.
    init(from row: any SQLRow, at column: Int) {
        pastPosition = row.integer(column).flatMap { latitude in
            row.integer(column + 1).flatMap {
                PastPosition(latitude: latitude, longitude: $0)
            }
        }
        stateCode = row.integer(column + 2).map(Int16.init)
        battery = row.integer(column + 3).map(Int16.init)
    }

    /// Whether the vehicle left the feed.
    var isRemoval: Bool { stateCode == nil }

    var position: Position? { pastPosition.map { Position($0) } }

    var state: VehicleState {
        let states = VehicleState.allCases
        return stateCode.flatMap { states.indices.contains(Int($0)) ? states[Int($0)] : nil }
            ?? .unknown
    }

    /// Battery level in percent; `nil` if it is unknown.
    var percent: Double? { battery.map(Double.init) }

    static let names = ["latitude", "longitude", "state_code", "battery"]

    /// Binds ``names``.
    func bind(to row: any SQLRowWriter) throws {
        try row.bind(pastPosition?.latitude)
        try row.bind(pastPosition?.longitude)
        try row.bind(stateCode)
        try row.bind(battery)
    }
}
