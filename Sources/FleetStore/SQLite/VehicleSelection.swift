import FleetCore
import GRDB

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

    /// Creates the selection for a query of a source.
    init(_ query: VehicleQuery, of source: Int64, in database: Database) throws {
        self.query = query
        self.source = source
        let filter = query.filter.color
        colors =
            filter.choices.isEmpty
            ? nil : try FacetCounts(of: source, in: database).rows(matching: filter)
    }

    /// Returns the statement with bound parameters; `columns` must include the vehicle ID.
    func statement(
        of columns: String = VehicleRecord.readColumns, in database: Database
    ) throws -> SQLStatement {
        let after = query.sqlAfter ?? SQLFragment(sql: "true")
        let selects = branches.map { $0 && after }.map { condition in
            SQLFragment(
                sql: "SELECT \(columns) FROM vehicle WHERE \(condition.sql)",
                values: condition.values)
        }
        let order = query.sqlOrder
        let sql =
            selects.map(\.sql).joined(separator: "\nUNION ALL\n")
            + "\nORDER BY \(order.sql) LIMIT ?"
        var statement = try SQLStatement(new: sql, in: database)
        try statement.bind(selects.flatMap(\.values) + order.values)
        try statement.bind(query.limit.map { Int64(max($0, 0)) } ?? -1)
        return statement
    }

    /// Returns the statement for all matching rows in file order; limit and order are ignored.
    func unorderedStatement(
        of columns: String, where extra: String = "true", in database: Database
    ) throws -> SQLStatement {
        let condition = matchingInFileOrder && SQLFragment(sql: extra)
        var statement = try SQLStatement(
            new: "SELECT \(columns) FROM vehicle WHERE \(condition.sql)", in: database)
        try statement.bind(condition.values)
        return statement
    }

    /// Returns the number of matching rows that also satisfy `extra`; the limit is ignored.
    func count(where extra: String = "true", in database: Database) throws -> Int {
        var statement = try unorderedStatement(of: "count(*)", where: extra, in: database)
        defer { statement.finish() }
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    private var branches: [SQLFragment] {
        guard query.order == .id else {
            return [matchingInFileOrder]
        }
        guard let colors, (1...Self.maxMergedColors).contains(colors.count) else {
            return [conjunction([inIDOrder] + colorConditions + query.filter.conditions)]
        }
        return colors.map { row in
            let color = row.prototype.color.map {
                SQLFragment(sql: "color = ?", values: [.text($0.name)])
            }
            return conjunction(
                [inIDOrder, color ?? SQLFragment(sql: "color IS NULL")] + query.filter.conditions)
        }
    }

    private var matchingInFileOrder: SQLFragment {
        conjunction([inFileOrder] + colorConditions + query.filter.conditions)
    }

    private var inIDOrder: SQLFragment {
        SQLFragment(sql: "source = ?", values: [.integer(source)])
    }

    private var inFileOrder: SQLFragment {
        SQLFragment(
            sql: "id BETWEEN ? AND ?",
            values: [.integer(source << 32), .integer(source << 32 | 0xFFFF_FFFF)])
    }

    /// Conditions that select the colors by the facet rows that name them.
    ///
    /// There may be any number of colors, with arbitrary names. The unary plus prevents SQLite from
    /// using the index on color.
    private var colorConditions: [SQLFragment] {
        guard let colors else { return [] }
        let named = colors.filter { $0.prototype.color != nil }.map { String($0.id) }
        let condition = SQLFragment(
            sql: """
                +color IN (SELECT color FROM facet_count WHERE id IN (SELECT value FROM json_each(?)))
                """,
            values: [.text("[" + named.joined(separator: ",") + "]")])
        guard named.count < colors.count else { return [condition] }
        return [.any([condition, SQLFragment(sql: "color IS NULL")])]
    }

    private func conjunction(_ conditions: [SQLFragment]) -> SQLFragment {
        conditions.dropFirst().reduce(conditions[0], &&)
    }
}
