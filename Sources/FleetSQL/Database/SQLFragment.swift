/// A condition, an expression or a statement with the values of its parameters, which are `?`.
///
///     let color = SQLFragment(
///         sql: "SELECT color FROM vehicle WHERE vehicle_id = ?", values: [.text(id)])
///     try transaction.rows(color) { $0.text(0) }
package struct SQLFragment {
    package var sql: String
    package var values: [SQLValue]

    package init(sql: String, values: [SQLValue] = []) {
        (self.sql, self.values) = (sql, values)
    }

    /// Returns the conjunction of two conditions.
    static func && (left: SQLFragment, right: SQLFragment) -> SQLFragment {
        SQLFragment(sql: "\(left.sql) AND \(right.sql)", values: left.values + right.values)
    }

    /// Returns the conjunction of some conditions.
    static func all(_ conditions: [SQLFragment]) -> SQLFragment {
        SQLFragment(
            sql: "(" + conditions.map(\.sql).joined(separator: " AND ") + ")",
            values: conditions.flatMap(\.values))
    }

    /// Returns the disjunction of some conditions.
    static func any(_ conditions: [SQLFragment]) -> SQLFragment {
        SQLFragment(
            sql: "(" + conditions.map(\.sql).joined(separator: " OR ") + ")",
            values: conditions.flatMap(\.values))
    }

    /// Returns all rows of some queries.
    static func union(_ queries: [SQLFragment]) -> SQLFragment {
        SQLFragment(
            sql: queries.map(\.sql).joined(separator: "\nUNION ALL\n"),
            values: queries.flatMap(\.values))
    }

    /// The SQL with numbered parameters, as an ``SQLTransaction`` takes it.
    fileprivate var numbered: String {
        var text: [UInt8] = []
        var number = 0
        for byte in sql.utf8 {
            text.append(byte)
            guard byte == UInt8(ascii: "?") else { continue }
            number += 1
            text += String(number).utf8
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension SQLTransaction {
    /// Runs a query and calls `body` with each row.
    package func query(
        _ statement: SQLFragment, _ body: (any SQLRow) throws -> Void
    ) throws {
        try query(statement.numbered, statement.values, body)
    }

    /// Returns the values of the rows of a query, without those that are `nil`.
    package func rows<T>(
        _ statement: SQLFragment, _ value: (any SQLRow) throws -> T?
    ) throws -> [T] {
        try rows(statement.numbered, statement.values, value)
    }

    /// Runs a statement and returns the number of rows that it inserted, changed or deleted.
    @discardableResult
    package func execute(_ statement: SQLFragment) throws -> Int {
        try execute(statement.numbered, statement.values)
    }
}
