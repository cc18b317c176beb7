/// The changes after which a table has the rows of another one.
struct RowChanges {
    /// The rows to add, in the order of their keys.
    private(set) var added: [TeamRows.Row] = []
    /// The rows to write over those with the same keys.
    private(set) var changed: [TeamRows.Row] = []
    /// The rows to delete.
    private(set) var removed: [TeamRows.Row] = []
    private let table: Table

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
        let others = table.copiedColumns.indices.dropFirst(table.key.count)
        let assignments = others.map { "\(table.copiedColumns[$0].name) = ?\($0 + 1)" }
        for row in changed {
            try transaction.execute(
                "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE \(isRow)",
                row.values)
        }
        // A name that one user gave up may be that of a new one, so rows are added last.
        try table.insert(added.lazy.map(\.values), into: transaction)
    }

    /// The condition for the row whose key is in the first parameters, as in its values.
    private var isRow: String {
        table.key.indices.map { "\(table.key[$0]) = ?\($0 + 1)" }.joined(separator: " AND ")
    }
}
