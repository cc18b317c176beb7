package import FleetCore

extension StoredSnapshotReader {
    package func changeCursor(of key: SourceKey) throws -> ChangeCursor? {
        guard try id(of: key) != nil else { return nil }
        return try StoredChanges(transaction).cursors(of: [key.uuid])[key.uuid]
    }

    package func sites(of key: SourceKey) throws -> [Site] {
        try transaction.rows(
            """
            SELECT \(SiteRecord.columns) FROM site
            WHERE source = \(StoredSource.idOfKey) ORDER BY site_id
            """, StoredSource.values(of: key), Site.init(from:))
    }

    package func sites(
        having words: [String], of key: SourceKey, limit: Int
    ) throws -> [Site] {
        guard let source = try id(of: key) else { return [] }
        let dialect = transaction.dialect
        let conditions = words.map { word in
            let value = SQLValue.text(ASCIICase.lowercased(word))
            return SQLFragment.any(
                ["site_id", "name", "address"].map {
                    SQLFragment(sql: dialect.contains("lower(\($0))"), values: [value])
                })
        }
        let condition = conditions.reduce(
            SQLFragment(sql: "source = ?", values: [.integer(source)]), &&)
        let select = SQLFragment(
            sql: """
                SELECT \(SiteRecord.columns) FROM site
                WHERE \(condition.sql) ORDER BY site_id LIMIT ?
                """, values: condition.values + [.integer(Int64(max(limit, 0)))])
        return try transaction.rows(select, Site.init(from:))
    }

    /// Returns the sites of a feed's row that have measurements, ordered by ID; most stations have
    /// none.
    func sitesWithSensors(ofRow source: Int64) throws -> [Site] {
        try transaction.rows(
            """
            SELECT \(SiteRecord.columns) FROM site
            WHERE source = ?1 AND measurements IS NOT NULL ORDER BY site_id
            """, [.integer(source)], Site.init(from:))
    }

    package func site(_ id: String, of key: SourceKey) throws -> Site? {
        try transaction.rows(
            """
            SELECT \(SiteRecord.columns) FROM site
            WHERE source = \(StoredSource.idOfKey) AND site_id = ?4
            """, StoredSource.values(of: key) + [.text(id)], Site.init(from:)
        ).first
    }

    package func samples(ofSite id: String, of key: SourceKey) throws -> [Quantity: [Sample]] {
        var samples: [Quantity: [Sample]] = [:]
        try transaction.query(
            """
            SELECT quantity, at, value FROM site JOIN sample ON \(transaction.dialect.isOfSite)
            WHERE site.source = \(StoredSource.idOfKey) AND site_id = ?4 ORDER BY quantity, at
            """, StoredSource.values(of: key) + [.text(id)]
        ) { row in
            guard let quantity = row.text(0).flatMap(Quantity.init(rawValue:)) else { return }
            let at = Timestamp(milliseconds: row.integer(1) ?? 0)
            samples[quantity, default: []].append(Sample(at: at, value: row.real(2) ?? 0))
        }
        return samples
    }

    package func parkedVehicles(of vehicles: SourceKey) throws -> ParkedVehicles {
        guard let selection = try selection(VehicleQuery(), of: vehicles) else {
            return ParkedVehicles()
        }
        var statement = selection.unorderedStatement(
            of: "station_id, count(*)", where: "station_id IS NOT NULL")
        statement.sql += " GROUP BY station_id"
        var counts: [String: Int] = [:]
        try transaction.query(statement) { row in
            guard let station = row.text(0) else { return }
            counts[station, default: 0] += Int(row.integer(1) ?? 0)
        }
        return ParkedVehicles(counts)
    }
}
