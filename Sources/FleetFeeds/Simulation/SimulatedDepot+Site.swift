import FleetCore

extension SimulatedDepot {
    /// The depot at a time, with so many vehicles that are charged there.
    ///
    /// A fleet of any size fits: at most one vehicle of 20 is out of service at a time.
    func site(at time: Timestamp, charging count: Int, fleet: SimulationSettings) -> Site {
        var site = Site(id: id)
        site.name = name
        site.position = place.position
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
