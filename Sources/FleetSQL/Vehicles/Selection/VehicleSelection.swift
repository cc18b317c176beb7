import FleetCore

/// SQL statements for a `VehicleQuery`; a short list costs the same for a fleet of any size.
///
/// Ordered by ID, the rows come sorted from an index and a limit stops the reading. With a color
/// filter, the rows of each color come sorted from the index on color and SQLite merges them. All
/// other queries read all rows of the source in file order.
struct VehicleSelection {
    /// Maximum number of colors to merge; more are filtered while reading in ID order.
    private static let maxMergedColors = 16

    private let source: Int64
    private let query: VehicleQuery
    /// One facet row for each matching color; `nil` if there is no color filter.
    private let colors: [FacetCounts.Row]?
    /// The rows of the vehicles that the filter selects by their locations; `nil` for all.
    private let rows: [VehicleRowID]?
    private let dialect: SQLDialect
    private let scope: SearchScope?

    /// Creates the selection for a query of a source.
    /// - Parameters:
    ///   - rows: The rows of the vehicles that the filter selects by their locations; `nil` for
    ///     all.
    ///   - scope: What a search compares; `nil` without a search.
    ///   - facets: Returns the source's counts, from which a filter selects the colors.
    init(
        _ query: VehicleQuery, in rows: [VehicleRowID]? = nil, of source: Int64,
        _ dialect: SQLDialect, searching scope: SearchScope?, facets: () throws -> FacetCounts
    ) throws {
        self.dialect = dialect
        self.rows = rows
        self.query = query
        self.scope = scope
        self.source = source
        let filter = query.filter.color
        colors = filter.choices.isEmpty ? nil : try facets().rows(matching: filter)
    }

    /// Returns the statement; `columns` must include the vehicle ID.
    func statement(of columns: String = VehicleRecord.readColumns) -> SQLFragment {
        let after = query.sqlAfter(dialect) ?? SQLFragment(sql: "true")
        let selects = branches.map { $0 && after }.map { condition in
            SQLFragment(
                sql: "SELECT \(columns) FROM vehicle WHERE \(condition.sql)",
                values: condition.values)
        }
        guard dialect == .postgres, query.limit != nil, selects.count > 1 else {
            return ordered(.union(selects))
        }
        // PostgreSQL does not merge sorted rows here, so each color has no more than are needed.
        let limited = selects.map { select in
            let rows = ordered(select)
            return SQLFragment(sql: "SELECT * FROM (\(rows.sql)) AS branch", values: rows.values)
        }
        return ordered(.union(limited))
    }

    /// Returns a query with the order and the limit.
    private func ordered(_ select: SQLFragment) -> SQLFragment {
        let order = query.sqlOrder(dialect)
        let limit = query.limit.map { SQLValue.integer(Int64(max($0, 0))) }
        return SQLFragment(
            sql: "\(select.sql)\nORDER BY \(order.sql)" + (limit == nil ? "" : " LIMIT ?"),
            values: select.values + order.values + [limit].compactMap(\.self))
    }

    /// Returns the statement for all matching rows in file order; limit and order are ignored.
    func unorderedStatement(of columns: String, where extra: String = "true") -> SQLFragment {
        let condition = matchingInFileOrder && SQLFragment(sql: extra)
        return SQLFragment(
            sql: "SELECT \(columns) FROM vehicle WHERE \(condition.sql)",
            values: condition.values)
    }

    /// Returns the number of matching rows that also satisfy `extra`; the limit is ignored.
    func count(where extra: String = "true", in transaction: any SQLTransaction) throws -> Int {
        let statement = unorderedStatement(of: "count(*)", where: extra)
        return try transaction.rows(statement) { $0.integer(0) }.first.map(Int.init) ?? 0
    }

    /// Returns the numbers of rows that selections of one source match, read at once.
    static func counts(
        of selections: [VehicleSelection], in transaction: any SQLTransaction
    ) throws -> [Int] {
        guard let rows = selections.first?.inFileOrder else { return [] }
        let matching = selections.map {
            $0.conjunction([SQLFragment(sql: "true")] + $0.colorConditions + $0.conditions)
        }
        let counts = matching.map { "count(*) FILTER (WHERE \($0.sql))" }.joined(separator: ", ")
        let statement = SQLFragment(
            sql: "SELECT \(counts) FROM vehicle WHERE \(rows.sql)",
            values: matching.flatMap(\.values) + rows.values)
        return try transaction.rows(statement) { row in
            selections.indices.map { Int(row.integer($0) ?? 0) }
        }.first ?? []
    }

    private var branches: [SQLFragment] {
        guard query.order == .id else {
            return [matchingInFileOrder]
        }
        guard let colors, (1...Self.maxMergedColors).contains(colors.count) else {
            return [conjunction([inIDOrder] + colorConditions + conditions)]
        }
        return colors.map { row in
            let color = row.prototype.color.map {
                SQLFragment(sql: "color = ?", values: [.text($0.name)])
            }
            return conjunction(
                [inIDOrder, color ?? SQLFragment(sql: "color IS NULL")] + conditions)
        }
    }

    private var matchingInFileOrder: SQLFragment {
        conjunction([inFileOrder] + colorConditions + conditions)
    }

    /// The conditions of the filter except that of the color.
    private var conditions: [SQLFragment] {
        query.filter.conditions(dialect, in: scope)
            + (rows.map { [dialect.isOne("id", of: $0)] } ?? [])
    }

    private var inIDOrder: SQLFragment {
        SQLFragment(sql: "source = ?", values: [.integer(source)])
    }

    /// In SQLite the rows of a source are adjacent; PostgreSQL finds them by its indices.
    private var inFileOrder: SQLFragment {
        guard dialect == .sqlite else { return inIDOrder }
        return SQLFragment(
            sql: "id BETWEEN ? AND ?",
            values: [.integer(source << 32), .integer(source << 32 | 0xFFFF_FFFF)])
    }

    /// Conditions that select the colors by the facet rows that name them.
    ///
    /// There may be any number of colors, with arbitrary names. The index on color is not used.
    private var colorConditions: [SQLFragment] {
        guard let colors else { return [] }
        let named = colors.filter { $0.prototype.color != nil }.map(\.id)
        let ids = dialect.isOne("id", of: named)
        let condition = SQLFragment(
            sql: """
                \(dialect.unindexed("color")) IN (
                    SELECT color FROM facet_count WHERE source = ? AND \(ids.sql))
                """, values: [.integer(source)] + ids.values)
        guard named.count < colors.count else { return [condition] }
        return [.any([condition, SQLFragment(sql: "color IS NULL")])]
    }

    private func conjunction(_ conditions: [SQLFragment]) -> SQLFragment {
        conditions.dropFirst().reduce(conditions[0], &&)
    }
}
