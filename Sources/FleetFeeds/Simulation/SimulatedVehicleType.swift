/// Vehicle type of the simulated fleet, with the values of GBFS 3.0 (`vehicle_types.json`).
enum SimulatedVehicleType: CaseIterable {
    case scooter
    case bicycle
    case moped

    /// Draws a type: half of the fleet are scooters, a third bicycles.
    init(using random: inout SeededRandom) {
        switch random.next() % 6 {
        case 0, 1, 2: self = .scooter
        case 3, 4: self = .bicycle
        default: self = .moped
        }
    }

    var typeID: String {
        switch self {
        case .scooter: "e-scooter"
        case .bicycle: "e-bike"
        case .moped: "e-moped"
        }
    }

    var formFactor: String {
        switch self {
        case .scooter: "scooter_standing"
        case .bicycle: "bicycle"
        case .moped: "moped"
        }
    }

    var propulsionType: String {
        switch self {
        case .scooter, .moped: "electric"
        case .bicycle: "electric_assist"
        }
    }

    /// Range with a full battery, in metres.
    var maxRangeMeters: Double {
        switch self {
        case .scooter: 45_000
        case .bicycle: 70_000
        case .moped: 90_000
        }
    }
}
