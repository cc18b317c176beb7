package import FleetCore
package import FleetFeeds
package import FleetTeam

/// Cells of a row that a person typed, by the names of fields or headings.
package struct TypedCells: Sendable {
    /// The heading of the column with reasons.
    private static let reasonHeading = "Reason"

    private let cells: [(name: String, value: String)]
    private let reason: String?

    /// Creates cells; an empty value clears one.
    /// - Parameter reason: The reason for the change; `nil` for none.
    package init(_ cells: [(name: String, value: String)], reason: String? = nil) {
        (self.cells, self.reason) = (cells, reason)
    }

    /// The cells of a row before and after a change.
    package struct Outcome: Sendable {
        /// The headings in the order of the table.
        package let headings: [String]
        package let old: CustomProperties
        package let new: CustomProperties

        init(headings: [String], old: CustomProperties, new: CustomProperties) {
            (self.headings, self.old, self.new) = (headings, old, new)
        }

        /// Creates the outcome for rows whose columns are those with a value.
        package init(of old: CustomProperties, _ new: CustomProperties) {
            let names = new.all.map(\.name)
            let others = old.all.map(\.name).filter { !names.contains($0) }
            self.init(headings: names + others, old: old, new: new)
        }

        package var isUnchanged: Bool { old == new }

        /// The changed cells in one line, such as `State in repair (was available)`.
        package var line: String {
            let values = zip(headings, zip(old.values(of: headings), new.values(of: headings)))
            return values.filter { $1.0 != $1.1 }.map { heading, values in
                let new = values.1.isEmpty ? "empty" : TerminalText.limited(values.1)
                let was = values.0.isEmpty ? "" : " (was \(TerminalText.limited(values.0)))"
                return "\(TerminalText.limited(heading)) \(new)\(was)"
            }.joined(separator: ", ")
        }
    }

    /// Changes the row of a vehicle.
    /// - Throws: `CommandError` (64) for an unknown name, and for a value that cannot be read;
    ///   `InventoryError`.
    package func set(
        of id: String, in rows: inout Inventory, _ columns: InventoryColumns
    ) throws -> Outcome {
        guard let row = rows.row(of: id) else { throw InventoryError.unknown([id]) }
        try rows.set(values(in: columns, of: row.cells), of: id)
        let new = rows.rows.first { $0.number == row.number }?.cells ?? row.cells
        try check(new, since: row.cells, columns.extended(to: rows.headings))
        return Outcome(headings: rows.headings, old: row.cells, new: new)
    }

    /// Adds the row of a vehicle.
    /// - Throws: As ``set(of:in:_:)``.
    package func add(
        _ id: String, to rows: inout Inventory, _ columns: InventoryColumns
    ) throws -> Outcome {
        let values = try values(in: columns, of: CustomProperties())
        guard !values.contains(where: { $0.heading == columns.id }) else {
            throw CommandError.usage(
                "the ID is given twice", hint: "leave \(columns.id)=… out")
        }
        let new = try rows.add(id, values).cells
        try check(new, since: CustomProperties(), columns.extended(to: rows.headings))
        return Outcome(headings: rows.headings, old: CustomProperties(), new: new)
    }

    /// Returns the values by their headings; another state without a reason clears the reason.
    private func values(
        in columns: InventoryColumns, of row: CustomProperties
    ) throws -> [(heading: String, value: String)] {
        var values = try cells.map { cell in
            (
                heading: try columns.heading(named: cell.name),
                value: NameText.trimmed(cell.value[...])
            )
        }
        let repeated = Dictionary(grouping: values, by: \.heading).first { $1.count > 1 }
        if let heading = repeated?.key {
            throw CommandError.usage(
                "\(TerminalText.limited(heading)) is given twice", hint: "give it once")
        }
        let all = columns.headings.map { CustomProperty($0) }
        let reasonColumn = CustomProperty.named(Self.reasonHeading, in: all)?.name
        guard !values.contains(where: { $0.heading == reasonColumn }) else { return values }
        if let reason {
            let heading = try reasonColumn ?? columns.new(Self.reasonHeading)
            values.append((heading, NameText.trimmed(reason[...])))
        } else if let reasonColumn, let state = columns.fields[.state],
            values.contains(where: { $0.heading == state && $0.value != row[state] ?? "" })
        {
            values.append((reasonColumn, ""))
        }
        return values
    }

    /// Checks that a row can be read, except for cells that could not be read before.
    private func check(
        _ new: CustomProperties, since old: CustomProperties, _ columns: InventoryColumns
    ) throws {
        for cell in cells {
            guard let field = TableField(rawValue: ASCIICase.lowercased(cell.name)),
                columns.fields[field] == nil, columns.headings.contains(field.heading)
            else { continue }
            throw CommandError.usage(
                "a latitude needs a longitude",
                hint: "set both of them: `lat=48.137 lon=11.575`")
        }
        let known = Set(old.isEmpty ? [] : columns.problems(of: old))
        let problems = columns.problems(of: new).filter { !known.contains($0) }
        guard let first = problems.first else { return }
        let headings = zip(
            columns.headings,
            zip(old.values(of: columns.headings), new.values(of: columns.headings))
        ).filter { $1.0 != $1.1 }.map(\.0)
        let named = headings.filter { first.hasPrefix("column \($0):") }
        throw CommandError.usage(first, hint: columns.hint(for: named))
    }
}
