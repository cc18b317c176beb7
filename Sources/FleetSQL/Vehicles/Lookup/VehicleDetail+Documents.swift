package import FleetCore

extension SnapshotReader {
    /// Returns the documents that concern a vehicle: of the zones only those around it.
    package func documents(around vehicle: Vehicle, of key: SourceKey) throws -> SideDocuments {
        var documents = SideDocuments()
        documents.alerts = try content(of: .alerts, of: key)
        if vehicle.pricingPlanID != nil {
            documents.pricingPlans = try content(of: .pricingPlans, of: key)
        }
        documents.availability = try content(of: .availability, of: key)
        documents.zones = try vehicle.position.flatMap { try zones(.around($0), of: key) }
        return documents
    }
}
