/// Depot of the simulated fleet, where vehicles are charged.
enum SimulatedDepot: Int, CaseIterable {
    case nord
    case sud

    /// Site ID (GBFS: `station_id`).
    var id: String {
        switch self {
        case .nord: "depot-nord"
        case .sud: "depot-sud"
        }
    }

    var name: String {
        switch self {
        case .nord: "Depot Nord"
        case .sud: "Depot Sud"
        }
    }

    var address: String {
        switch self {
        case .nord: "1 Example Street North, Paris"
        case .sud: "2 Example Street South, Paris"
        }
    }

    var position: SimulatedPosition {
        switch self {
        case .nord: SimulatedPosition(east: 1_150, north: 4_700)
        case .sud: SimulatedPosition(east: -1_900, north: -3_600)
        }
    }

    /// Creates the depot nearest to a vehicle's home.
    init(nearestTo home: SimulatedPosition) {
        let isNorth =
            SimulatedDepot.nord.position.squaredDistance(to: home)
            <= SimulatedDepot.sud.position.squaredDistance(to: home)
        self = isNorth ? .nord : .sud
    }
}
