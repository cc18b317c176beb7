import FleetCore
import GRDB

/// The statement that answers a `VehicleQuery`, made so that a short list costs the same of a small
/// and of a large fleet.
///
/// By code, the rows come from an index in their order, and a limit ends the reading. With wanted
/// colors, the rows of each come in order from the index on color, and SQLite merges them. All
/// else reads all rows of the source, in the order of the file.
struct VehicleSelection {
    /// More colors than this are looked for while reading by code rather than merged.
    private static let mergeable = 16

    private let source: Int64
    private let query: VehicleQuery
    /// One row of the tally for each wanted color; `nil` if every color is wanted.
    private let colors: [Tally.Row]?

    /// Plans a query of a source.
    init(_ query: VehicleQuery, of source: Int64, in database: Database) throws {
        self.query = query
        self.source = source
        let filter = query.filter.color
        colors =
            filter.choices.isEmpty
            ? nil : try Tally(of: source, in: database).rows(wantedBy: filter)
    }

    /// The statement, its parameters bound; the code must be among the columns.
    func statement(
        of columns: String = VehicleRecord.columns, in database: Database
    ) throws -> SQLStatement {
        let selects = arms.map { condition in
            Condition(
                sql: "SELECT \(columns) FROM vehicle WHERE \(condition.sql)",
                values: condition.values)
        }
        let order = query.order.terms
        let sql =
            selects.map(\.sql).joined(separator: "\nUNION ALL\n")
            + "\nORDER BY \(order.sql) LIMIT ?"
        var statement = try SQLStatement(new: sql, in: database)
        try statement.bind(selects.flatMap(\.values) + order.values)
        try statement.bind(query.limit.map { Int64(max($0, 0)) } ?? -1)
        return statement
    }

    /// The statement for all rows in the order of the file, whatever the limit and the order.
    func unorderedStatement(
        of columns: String, where extra: String = "true", in database: Database
    ) throws -> SQLStatement {
        let condition = wantedInFileOrder && Condition(sql: extra)
        var statement = try SQLStatement(
            new: "SELECT \(columns) FROM vehicle WHERE \(condition.sql)", in: database)
        try statement.bind(condition.values)
        return statement
    }

    /// Counts the rows, or those of them for which `extra` holds too, whatever the limit.
    func count(where extra: String = "true", in database: Database) throws -> Int {
        var statement = try unorderedStatement(of: "count(*)", where: extra, in: database)
        defer { statement.finish() }
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    private var arms: [Condition] {
        guard query.order == .id else {
            return [wantedInFileOrder]
        }
        guard let colors, (1...Self.mergeable).contains(colors.count) else {
            return [conjunction([inCodeOrder] + wantedColors + query.filter.conditions)]
        }
        return colors.map { row in
            let color = row.prototype.color.map {
                Condition(sql: "color = ?", values: [.text($0.name)])
            }
            return conjunction(
                [inCodeOrder, color ?? Condition(sql: "color IS NULL")] + query.filter.conditions)
        }
    }

    private var wantedInFileOrder: Condition {
        conjunction([inFileOrder] + wantedColors + query.filter.conditions)
    }

    private var inCodeOrder: Condition {
        Condition(sql: "source = ?", values: [.integer(source)])
    }

    private var inFileOrder: Condition {
        Condition(
            sql: "id BETWEEN ? AND ?",
            values: [.integer(source << 32), .integer(source << 32 | 0xFFFF_FFFF)])
    }

    /// The wanted colors, by the rows of the tally that name them.
    ///
    /// There may be any number of them, and their texts may hold anything. The plus keeps the index
    /// on color out of it.
    private var wantedColors: [Condition] {
        guard let colors else { return [] }
        let named = colors.filter { $0.prototype.color != nil }.map { String($0.id) }
        let condition = Condition(
            sql: """
                +color IN (SELECT color FROM tally WHERE id IN (SELECT value FROM json_each(?)))
                """,
            values: [.text("[" + named.joined(separator: ",") + "]")])
        guard named.count < colors.count else { return [condition] }
        return [.any([condition, Condition(sql: "color IS NULL")])]
    }

    private func conjunction(_ conditions: [Condition]) -> Condition {
        conditions.dropFirst().reduce(conditions[0], &&)
    }
}
