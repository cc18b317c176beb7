/// The names and types of the columns of a record, the first of which is its ID.
package struct ColumnList: ColumnVisitor {
    package private(set) var names: [String] = []
    private(set) var types: [ColumnValue] = []
    private let required: [String: String]
    private let checks: [String]

    static let positionChecks = [
        "latitude BETWEEN -90 AND 90", "longitude BETWEEN -180 AND 180",
        "(latitude IS NULL) = (longitude IS NULL)",
    ]

    /// Creates the list of a record's columns, whose values pass the checks.
    ///
    /// - Parameter required: The columns that are never NULL, besides the first, with what follows
    ///   `NOT NULL`.
    init(of record: some StoredRecord, required: [String: String] = [:], checks: [String]) {
        (self.required, self.checks) = (required, checks)
        var record = record
        record.visit(&self)
    }

    package mutating func visit(_ name: StaticString, _ value: ColumnValue) -> ColumnValue? {
        names.append(name.description)
        types.append(value)
        return nil
    }

    /// A parameter for each column.
    var parameters: String { names.map { _ in "?" }.joined(separator: ", ") }

    /// Returns the definitions of the columns for `CREATE TABLE`, and their checks, which follow
    /// all columns of the table.
    package func definitions(_ dialect: SQLDialect) -> String {
        let columns = zip(names, types).map { name, type in
            let constraint = name == names[0] ? "" : required[name]
            return "\(name) \(dialect.type(of: type, name))"
                + (constraint.map { " NOT NULL" + $0 } ?? "")
        }
        return (columns + checks.map { "CHECK (\($0))" }).joined(separator: ",\n    ")
    }
}

extension SQLDialect {
    /// Returns the type of a column; SQLite has no booleans.
    fileprivate func type(of value: ColumnValue, _ name: String) -> String {
        switch value {
        case .boolean: self == .sqlite ? "INTEGER CHECK (\(name) IN (0, 1))" : "boolean"
        case .integer: self == .sqlite ? "INTEGER" : "bigint"
        case .real: self == .sqlite ? "REAL" : "double precision"
        case .text, .color, .measurements, .typedCounts:
            self == .sqlite ? "TEXT" : #"text COLLATE "C""#
        }
    }
}

extension [String] {
    /// Assignments to the columns with these names, for an insertion that finds a row.
    package var excluded: String { map { "\($0) = excluded.\($0)" }.joined(separator: ", ") }
}
