/// The columns of a record, the first of which is its ID.
package struct ColumnList: ColumnVisitor {
    /// The columns of a table that has the records.
    private(set) var columns: [Column] = []
    /// The conditions for the values.
    let rules: [TableRule]
    private let required: Set<String>
    private let traits: [String: [Column.Trait]]

    static let positionRules: [TableRule] = [
        "CHECK (latitude BETWEEN -90 AND 90)", "CHECK (longitude BETWEEN -180 AND 180)",
        "CHECK ((latitude IS NULL) = (longitude IS NULL))",
    ]

    /// Creates the list of a record's columns.
    ///
    /// - Parameter required: The columns that are never NULL, besides the first.
    init(
        of record: some StoredRecord, required: Set<String> = [],
        traits: [String: [Column.Trait]] = [:], rules: [TableRule] = []
    ) {
        (self.required, self.traits, self.rules) = (required, traits, rules)
        var record = record
        record.visit(&self)
    }

    package mutating func visit(_ name: StaticString, _ value: ColumnValue) -> ColumnValue? {
        let name = name.description
        let isOptional = !columns.isEmpty && !required.contains(name)
        columns.append(
            Column(name, value.kind, (isOptional ? [.optional] : []) + (traits[name] ?? [])))
        return nil
    }

    /// The names of the columns.
    package var names: [String] { columns.map(\.name) }

    /// A parameter for each column.
    var parameters: String { columns.map { _ in "?" }.joined(separator: ", ") }
}

extension ColumnValue {
    fileprivate var kind: Column.Kind {
        switch self {
        case .boolean: .flag
        case .integer: .integer
        case .real: .real
        case .text, .color, .measurements, .typedCounts: .text
        }
    }
}

extension [String] {
    /// Assignments to the columns with these names, for an insertion that finds a row.
    package var excluded: String { map { "\($0) = excluded.\($0)" }.joined(separator: ", ") }
}
