import FleetCore

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
