/// The changes after which a table has the rows of another one.
struct RowChanges {
    /// The rows to add, in the order of their keys.
    private(set) var added: [TeamRows.Row] = []
    /// The rows to write over those with the same keys.
    private(set) var changed: [TeamRows.Row] = []
    /// The rows to delete.
    private(set) var removed: [TeamRows.Row] = []
    private let table: TeamTable

    init(from old: TeamRows, to new: TeamRows) {
        table = new.table
        for key in new.keys {
            guard let row = new.rows[key] else { continue }
            guard let known = old.rows[key] else {
                added.append(row)
                continue
            }
            if known.bytes != row.bytes { changed.append(row) }
        }
        removed = old.keys.filter { new.rows[$0] == nil }.compactMap { old.rows[$0] }
    }

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

    /// Deletes rows; those that went with others are no error.
    func delete(in transaction: any SQLTransaction) throws {
        for row in removed {
            try transaction.execute(
                "DELETE FROM \(table.name) WHERE \(isRow)",
                Array(row.values.prefix(table.key.count)))
        }
    }

    /// Changes and adds rows.
    func write(to transaction: any SQLTransaction) throws {
        let others = table.columns.indices.dropFirst(table.key.count)
        let assignments = others.map { "\(table.columns[$0].name) = ?\($0 + 1)" }
        for row in changed {
            try transaction.execute(
                "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE \(isRow)",
                row.values)
        }
        // A name that one user gave up may be that of a new one, so rows are added last.
        for start in stride(from: 0, to: added.count, by: Self.rowsPerStatement) {
            try insert(added[start..<min(start + Self.rowsPerStatement, added.count)], transaction)
        }
    }

    private func insert(
        _ rows: ArraySlice<TeamRows.Row>, _ transaction: any SQLTransaction
    ) throws {
        let width = table.columns.count
        let places = (0..<rows.count).map { row in
            let numbers = (1...width).map { "?\(row * width + $0)" }
            return "(" + numbers.joined(separator: ", ") + ")"
        }
        try transaction.execute(
            """
            INSERT INTO \(table.name) (\(table.columns.map(\.name).joined(separator: ", ")))
            VALUES \(places.joined(separator: ", "))
            """, rows.flatMap(\.values))
    }

    /// The condition for the row whose key is in the first parameters, as in its values.
    private var isRow: String {
        table.key.indices.map { "\(table.key[$0]) = ?\($0 + 1)" }.joined(separator: " AND ")
    }

    /// Rows of one statement, which may have some thousand parameters.
    private static let rowsPerStatement = 50
}
