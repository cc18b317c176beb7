import FleetCore

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

extension SimulatedDepot {
    /// Returns the depot as a site, with `count` charging vehicles.
    ///
    /// A fleet of any size fits, since at most one vehicle in 20 is out of service at a time.
    func site(at time: Timestamp, charging count: Int, fleet: SimulationSettings) -> Site {
        var site = Site(id: id)
        site.name = name
        site.position = position.coordinate
        site.address = address
        let capacity = max(24, fleet.vehicles / 10, count)
        site.capacity = capacity
        site.vehiclesAvailable = 0
        site.vehiclesDisabled = count
        site.docksAvailable = capacity - count
        (site.isInstalled, site.isRenting, site.isReturning) = (true, false, true)
        site.measurements = SimulatedSensor.quantities.map { quantity in
            SimulatedSensor(quantity, of: self, seed: fleet.seed).measurement(at: time)
        }
        site.lastReported = site.measurements.compactMap(\.measuredAt).max()
        return site
    }
}
