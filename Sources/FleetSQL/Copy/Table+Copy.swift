extension Table {
    /// The tables that a copy of a home has, each after those to which it refers.
    public static let copiedTables = all.filter { $0.copied != nil }

    /// The name of the rows for people.
    var contents: String { copied ?? name }

    /// The owners of rows that are not copied: the command line of a home and its logins, which
    /// have no name and were never removed.
    package static let homeOwners =
        "SELECT id FROM team_user WHERE name IS NULL AND removed_at IS NULL"

    /// The condition for rows that are copied.
    var isCopied: String {
        guard name != "team_user" else { return "id NOT IN (\(Self.homeOwners))" }
        guard columns.contains(where: { $0.name == "owner" }) else { return "true" }
        // A row whose person was erased is copied, too.
        return "coalesce(owner, '') NOT IN (\(Self.homeOwners))"
    }

    /// Rows of one statement, which may have some thousand parameters.
    private static let rowsPerStatement = 50

    /// Inserts rows, each with the values of the ``copiedColumns``; returns their number.
    /// - Parameter skipsKnown: Whether rows whose keys exist are left out; otherwise they are an
    ///   error.
    @discardableResult
    func insert(
        _ rows: some RandomAccessCollection<[SQLValue]>, skipsKnown: Bool = false,
        into transaction: any SQLTransaction
    ) throws -> Int {
        var inserted = 0
        for start in stride(from: 0, to: rows.count, by: Self.rowsPerStatement) {
            let part = rows.dropFirst(start).prefix(Self.rowsPerStatement)
            let width = copiedColumns.count
            let places = (0..<part.count).map { row in
                "(" + (1...width).map { "?\(row * width + $0)" }.joined(separator: ", ") + ")"
            }
            inserted += try transaction.execute(
                """
                INSERT INTO \(name) (\(copiedColumns.map(\.name).joined(separator: ", ")))
                VALUES \(places.joined(separator: ", "))
                \(skipsKnown ? "ON CONFLICT DO NOTHING" : "")
                """, part.flatMap(\.self))
        }
        return inserted
    }
}
