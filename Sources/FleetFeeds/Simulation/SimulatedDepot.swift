/// A place of the simulated fleet where vehicles are charged and wait to be brought out again.
enum SimulatedDepot: Int, CaseIterable {
    case nord
    case sud

    /// The identifier (GBFS: `station_id`).
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

    var place: SimulatedPlace {
        switch self {
        case .nord: SimulatedPlace(east: 1_150, north: 4_700)
        case .sud: SimulatedPlace(east: -1_900, north: -3_600)
        }
    }

    /// The depot that a vehicle is brought to: the one nearest to where it belongs.
    init(nearestTo home: SimulatedPlace) {
        let isNorth =
            SimulatedDepot.nord.place.squaredDistance(to: home)
            <= SimulatedDepot.sud.place.squaredDistance(to: home)
        self = isNorth ? .nord : .sud
    }
}
