import FleetCore

/// A condition in SQL, or an expression, with the values of its parameters.
struct Condition {
    /// The value of a parameter.
    enum Value {
        case integer(Int64)
        case real(Double)
        case text(String)
    }

    var sql: String
    var values: [Value] = []

    /// Both hold.
    static func && (left: Condition, right: Condition) -> Condition {
        Condition(sql: "\(left.sql) AND \(right.sql)", values: left.values + right.values)
    }

    /// One of them holds.
    static func any(_ conditions: [Condition]) -> Condition {
        Condition(
            sql: "(" + conditions.map(\.sql).joined(separator: " OR ") + ")",
            values: conditions.flatMap(\.values))
    }
}

extension SQLStatement {
    /// Gives the next parameters their values.
    mutating func bind(_ values: [Condition.Value]) throws {
        for value in values {
            switch value {
            case .integer(let value): try bind(value)
            case .real(let value): try bind(value)
            case .text(let value): try bind(value)
            }
        }
    }
}
