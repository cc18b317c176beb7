import FleetCore

/// SQL condition or expression with the values of its parameters.
struct SQLFragment {
    enum Value {
        case integer(Int64)
        case real(Double)
        case text(String)
    }

    var sql: String
    var values: [Value] = []

    /// Returns the conjunction of two conditions.
    static func && (left: SQLFragment, right: SQLFragment) -> SQLFragment {
        SQLFragment(sql: "\(left.sql) AND \(right.sql)", values: left.values + right.values)
    }

    /// Returns the disjunction of some conditions.
    static func any(_ conditions: [SQLFragment]) -> SQLFragment {
        SQLFragment(
            sql: "(" + conditions.map(\.sql).joined(separator: " OR ") + ")",
            values: conditions.flatMap(\.values))
    }
}

extension SQLStatement {
    /// Binds values to the next parameters.
    mutating func bind(_ values: [SQLFragment.Value]) throws {
        for value in values {
            switch value {
            case .integer(let value): try bind(value)
            case .real(let value): try bind(value)
            case .text(let value): try bind(value)
            }
        }
    }
}
