package import FleetCore

/// Documents of a system beside its vehicles and sites.
extension StoredSnapshotReader {
    package func storedDocument(_ name: String, of key: SourceKey) throws -> String? {
        try documentText("content", name, of: key)
    }

    package func documentDigest(_ name: String, of key: SourceKey) throws -> String? {
        try documentText("digest", name, of: key)
    }

    private func documentText(
        _ column: String, _ name: String, of key: SourceKey
    ) throws -> String? {
        guard let source = try id(of: key) else { return nil }
        return try transaction.rows(
            "SELECT \(column) FROM feed_document WHERE source = ?1 AND name = ?2",
            [.integer(source), .text(name)]
        ) { $0.text(0) }.first
    }

    package func zones(_ choice: ZoneChoice, of key: SourceKey) throws -> ZoneMap? {
        guard let source = try id(of: key),
            let rules = try storedDocument(DocumentName.zones.text, of: key)
        else { return nil }
        let zones = try StoredZone.zones(
            of: source, where: choice.condition, in: transaction)
        return ZoneMap(zones: zones, globalRules: StoredJSON.value(of: rules) ?? [])
    }

    package func zoneNames(of key: SourceKey) throws -> [String] {
        guard let source = try id(of: key) else { return [] }
        return try transaction.rows(
            """
            SELECT name FROM zone WHERE source = ?1 GROUP BY name ORDER BY min(number) LIMIT 500
            """, [.integer(source)]
        ) { $0.text(0) }
    }

    package func openFindings(of key: SourceKey) throws -> [CheckFinding]? {
        guard let source = try id(of: key) else { return nil }
        return try StoredCheck(source: source, transaction: transaction).storedMonitor()?
            .entries.map(\.finding)
    }

    /// Returns the row IDs of the vehicles that a filter selects by their locations.
    func rowIDs(in filter: LocationFilter, of source: Int64) throws -> [VehicleRowID] {
        guard let latitudes = filter.latitudes else { return [] }
        var rows: [VehicleRowID] = []
        let vehicles = try VehicleSelection(
            VehicleQuery(), of: source, transaction.dialect, searching: nil
        ) { FacetCounts() }
        var statement = vehicles.unorderedStatement(
            of: "id, latitude, longitude, type_id", where: "latitude BETWEEN ? AND ?")
        statement.values += [.real(latitudes.lowerBound), .real(latitudes.upperBound)]
        try transaction.query(statement) { row in
            guard let position = Position(latitude: row.real(1), longitude: row.real(2)),
                filter.contains(position, ofType: row.text(3))
            else { return }
            rows.append(row.integer(0) ?? 0)
        }
        return rows
    }
}

extension ZoneChoice {
    fileprivate var condition: SQLFragment {
        switch self {
        case .all: SQLFragment(sql: "true")
        case .named([]): SQLFragment(sql: "false")
        case .named(let names):
            .any(
                names.map {
                    SQLFragment(
                        sql: "lower(name) = ?", values: [.text(ASCIICase.lowercased($0))])
                })
        case .around(let position):
            Self.within(
                ZoneArea.Box(
                    latitudes: position.latitude...position.latitude,
                    longitudes: position.longitude...position.longitude))
        case .within(let box): Self.within(box)
        }
    }

    /// Condition for the zones whose rectangles have a point in common with a rectangle, which may
    /// be a turn away.
    private static func within(_ box: ZoneArea.Box) -> SQLFragment {
        let turns = [0.0, 360, -360].map { turn in
            SQLFragment(
                sql: "west <= ? AND east >= ?",
                values: [
                    .real(box.longitudes.upperBound + turn),
                    .real(box.longitudes.lowerBound + turn),
                ])
        }
        var condition = SQLFragment.any(turns)
        condition.sql += " AND south <= ? AND north >= ?"
        condition.values += [.real(box.latitudes.upperBound), .real(box.latitudes.lowerBound)]
        return condition
    }
}
