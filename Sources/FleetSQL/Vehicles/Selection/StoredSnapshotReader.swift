package import FleetCore

/// Reader of the stored snapshots within a transaction of any database.
package struct StoredSnapshotReader: SnapshotReader {
    package let transaction: any SQLTransaction
    private let sources: ReadSources
    /// The values that it reads; `nil` for all.
    private let seen = ValueVisibility.seen

    /// Creates a reader within an open transaction.
    /// - Parameter decoded: What earlier readers of the same store have decoded.
    package init(
        _ transaction: any SQLTransaction, decoded: DecodedSources = DecodedSources()
    ) {
        self.transaction = transaction
        sources = ReadSources(decoded: decoded)
    }

    package func info(of key: SourceKey) throws -> SnapshotInfo? {
        guard var info = try sources.info(of: key, in: transaction) else { return nil }
        if let seen, let all = info.feed.properties {
            let visible = all.filter { seen.contains($0.visibility) }
            info.feed.properties = visible.isEmpty ? nil : visible
        }
        return info
    }

    /// Returns a function that removes the values of a vehicle that are not to be seen.
    func hiding(of key: SourceKey) throws -> (Vehicle) -> Vehicle {
        guard let seen else { return { $0 } }
        let feed = try sources.info(of: key, in: transaction)?.feed
        return feed?.showing(seen) ?? { $0 }
    }

    package func history(of key: SourceKey) throws -> HistoryReader? {
        try HistoryReader(of: key, in: transaction)
    }

    /// Returns the id of a feed's row; `nil` for a feed that is not stored.
    func id(of key: SourceKey) throws -> Int64? { try sources.id(of: key, in: transaction) }

    /// Returns the selection of a source's vehicles for a query; `nil` for a feed that is not
    /// stored.
    ///
    /// A query without states selects the vehicles in the public space, which costs nothing if all
    /// of them are.
    func selection(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleSelection? {
        var query = query
        if query.filter.states.isEmpty, try facets(of: key).hasVehiclesElsewhere {
            query.filter.states = VehicleState.inPublicSpace
        }
        return try selectionOfStates(query, of: key)
    }

    /// Returns the selection for a query that, without states, selects the vehicles in any state.
    private func selectionOfStates(
        _ query: VehicleQuery, of key: SourceKey
    ) throws -> VehicleSelection? {
        try id(of: key).map { source in
            let scope = try query.filter.search.flatMap { _ in
                try sources.info(of: key, in: transaction).map { SearchScope($0.feed, seen) }
            }
            let rows = try rowIDs(in: LocationFilter(query.filter), of: key, source)
            return try VehicleSelection(
                query, in: rows, of: source, transaction.dialect, searching: scope
            ) { try facets(of: key) }
        }
    }

    /// Returns the row IDs of the vehicles that are where a filter selects them; `nil` if it
    /// selects them everywhere.
    private func rowIDs(
        in filter: LocationFilter?, of key: SourceKey, _ source: Int64
    ) throws -> [VehicleRowID]? {
        try filter.map { filter in
            try sources.rows(in: filter, of: key) {
                let time = try info(of: key)?.fetchedAt
                let resolved = try filter.resolved(at: time) { try zones($0, of: key) }
                return try rowIDs(in: resolved, of: source)
            }
        }
    }

    private func facets(of key: SourceKey) throws -> FacetCounts {
        try sources.facets(of: key, in: transaction)
    }

    /// Returns a query with the IDs of the types and regions that it selects by their names, and with
    /// the exact names of properties.
    func resolved(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleQuery {
        guard query.selectsByName, let feed = try info(of: key)?.feed else { return query }
        var query = query
        query.order = query.order.resolved(in: feed)
        query.filter = query.filter.resolvingNames(in: feed)
        return query
    }

    package func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        let query = try resolved(query, of: key)
        let facets = try facets(of: key)
        let filter = query.filter
        guard filter != filter.facets else {
            let matching = facets.matching(filter).vehicles
            return VehicleCounts(total: facets.total, matching: matching, unknownBattery: 0)
        }
        return VehicleCounts(
            total: facets.total,
            matching: try selection(query, of: key)?.count(in: transaction) ?? 0,
            unknownBattery: try unknownBattery(filter, of: key, facets))
    }

    package func matchingCounts(_ queries: [VehicleQuery], of key: SourceKey) throws -> [Int] {
        let selections = try queries.compactMap { try selection(resolved($0, of: key), of: key) }
        // Without a row of the feed there is no selection.
        guard selections.count == queries.count else { return queries.map { _ in 0 } }
        return try VehicleSelection.counts(of: selections, in: transaction)
    }

    private func unknownBattery(
        _ filter: Filter, of key: SourceKey, _ facets: FacetCounts
    ) throws -> Int {
        guard filter.battery != nil else { return 0 }
        var query = VehicleQuery()
        query.filter = filter
        query.filter.battery = nil
        guard query.filter != query.filter.facets else {
            return facets.matching(query.filter).withoutBattery
        }
        let selection = try selection(query, of: key)
        return try selection?.count(where: "battery_percent IS NULL", in: transaction) ?? 0
    }

    package func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        try facets(of: key).colors
    }

    package func facetCounts(_ filter: Filter, of key: SourceKey) throws -> [FacetCount] {
        var query = VehicleQuery()
        query.filter = filter
        (query.filter.color, query.filter.types, query.filter.states) = (.all, [], [])
        let counts =
            try query.filter == Filter()
            ? facets(of: key)
            : selectionOfStates(resolved(query, of: key), of: key).map {
                try FacetCounts(of: $0, in: transaction)
            }
                ?? FacetCounts()
        return counts.rows.map { row in
            FacetCount(
                color: row.prototype.color, typeID: row.prototype.typeID,
                formFactor: row.prototype.formFactor, state: row.prototype.state,
                count: row.vehicles)
        }
    }

    package func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        guard let selection = try selection(resolved(query, of: key), of: key) else { return }
        var colors = ColorCache()
        let visible = try hiding(of: key)
        try transaction.query(selection.statement()) {
            try body(visible(Vehicle(from: $0, &colors)))
        }
    }

    package func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        let condition = SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        return try vehicles(where: condition, of: key, limit: 1).first
    }

    package func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        try vehicles(where: match.condition(id, transaction.dialect), of: key, limit: limit)
    }

    private func vehicles(
        where condition: SQLFragment, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        var colors = ColorCache()
        return try rows(VehicleRecord.readColumns, "vehicle", where: condition, of: key, limit) {
            Vehicle(from: $0, &colors)
        }.map(hiding(of: key))
    }

    package func goneVehicle(_ id: String, of key: SourceKey) throws -> GoneVehicle? {
        let condition = SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        return try goneVehicles(where: condition, of: key, limit: 1).first
    }

    package func goneVehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        try goneVehicles(where: match.condition(id, transaction.dialect), of: key, limit: limit)
    }

    package func goneColors(of key: SourceKey) throws -> [VehicleColor] {
        guard let source = try id(of: key) else { return [] }
        return try transaction.rows(
            "SELECT DISTINCT color FROM gone_vehicle WHERE source = ?1 AND color IS NOT NULL",
            [.integer(source)]
        ) { $0.text(0) }.compactMap { VehicleColor($0) }
    }

    private func goneVehicles(
        where condition: SQLFragment, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        let columns = "seen_at, NULL, \(VehicleRecord.columns)"
        let visible = try hiding(of: key)
        var colors = ColorCache()
        return try rows(columns, "gone_vehicle", where: condition, of: key, limit) { row in
            let seenAt = Timestamp(milliseconds: row.integer(0) ?? 0)
            return GoneVehicle(visible(Vehicle(from: row, at: 1, &colors)), in: seenAt)
        }
    }

    /// Returns the first rows of a source in a table, in the order of the vehicles' IDs.
    private func rows<Row>(
        _ columns: String, _ table: String, where condition: SQLFragment, of key: SourceKey,
        _ limit: Int, _ read: (any SQLRow) throws -> Row
    ) throws -> [Row] {
        guard let source = try id(of: key) else { return [] }
        let select = SQLFragment(
            sql: """
                SELECT \(columns) FROM \(table)
                WHERE source = ? AND \(condition.sql) ORDER BY vehicle_id LIMIT ?
                """,
            values: [.integer(source)] + condition.values + [.integer(Int64(max(limit, 0)))])
        return try transaction.rows(select, read)
    }
}

extension IDMatch {
    /// Returns the condition for IDs that match.
    fileprivate func condition(_ id: String, _ dialect: SQLDialect) -> SQLFragment {
        let value = SQLValue.text(ASCIICase.lowercased(id))
        return switch self {
        case .ignoringCase: SQLFragment(sql: "lower(vehicle_id) = ?", values: [value])
        case .prefix: SQLFragment(sql: dialect.begins("lower(vehicle_id)"), values: [value])
        case .part: SQLFragment(sql: dialect.contains("lower(vehicle_id)"), values: [value])
        case .code: SQLFragment(sql: "lower(code) = ?", values: [value])
        case .partOfCode: SQLFragment(sql: dialect.contains("lower(code)"), values: [value])
        }
    }
}
