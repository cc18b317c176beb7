package import FleetCore

extension SnapshotReader {
    /// Returns the notices, prices, regions and zones of a source, those of the sites if it has no
    /// vehicles.
    package func systemReport(of vehicles: SourceKey, at time: Timestamp) throws -> SystemReport {
        let hasVehicles = try info(of: vehicles) != nil
        let key = hasVehicles ? vehicles : vehicles.forSites
        var documents = SideDocuments()
        documents.alerts = try content(of: .alerts, of: key)
        documents.pricingPlans = try content(of: .pricingPlans, of: key)
        documents.regions = try content(of: .regions, of: key)
        documents.zones = try zones(.all, of: key)
        var counts: [String: Int] = [:]
        if try info(of: key)?.feed.hasRegions == true {
            try forEachVehicle(VehicleQuery(), of: key) { vehicle in
                if let region = vehicle.regionID { counts[region, default: 0] += 1 }
            }
        }
        return SystemReport(documents, vehicles: counts, at: time)
    }
}
