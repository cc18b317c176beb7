package import FleetCore

extension Site: StoredRecord {
    /// Reads a site from the current row.
    init(from row: any SQLRow) {
        self.init(id: "")
        var colors = ColorCache()
        read(from: row, at: 0, &colors)
    }

    package mutating func visit<Visitor: ColumnVisitor>(
        _ columns: inout Visitor
    ) throws(Visitor.Failure) {
        try columns.visit("site_id", &id)
        try columns.visit("name", &name)
        try columns.visit(&position)
        try columns.visit("address", &address)
        try columns.visit("region_id", &regionID)
        try columns.visit("capacity", &capacity)
        try columns.visit("vehicles_available", &vehiclesAvailable)
        try columns.visit("vehicles_disabled", &vehiclesDisabled)
        try columns.visit("docks_available", &docksAvailable)
        try columns.visit("vehicles_by_type", &vehiclesByType)
        try columns.visit("docks_by_type", &docksByType)
        try columns.visit("is_installed", &isInstalled)
        try columns.visit("is_renting", &isRenting)
        try columns.visit("is_returning", &isReturning)
        try columns.visit("last_reported", &lastReported)
        try columns.visit("measurements", &measurements)
    }
}

/// The columns of `site` that are from the feed.
package enum SiteRecord {
    package static let list = ColumnList(
        of: Site(id: ""),
        traits: [
            "site_id": ["ID in the feed"],
            "region_id": ["Region of the site"],
            "vehicles_by_type": [
                .since(2), "Available vehicles: lines with a number and percent-encoded type IDs",
            ],
            "docks_by_type": [.since(2), "Free docks, as in vehicles_by_type"],
            "measurements": ["Sensor values, as in vehicle.measurements"],
        ], rules: ColumnList.positionRules)
    static let columns = list.names.joined(separator: ", ")

    /// Statement that inserts or updates a row with the values of a site, and returns its id.
    static let upsert = """
        INSERT INTO site (source, digest, \(columns)) VALUES (?, ?, \(list.parameters))
        ON CONFLICT (source, site_id) DO UPDATE SET \((["digest"] + list.names).excluded)
        RETURNING id
        """
}
