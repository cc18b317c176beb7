/// The users of a team and their data, as far as it is copied to another database.
///
/// It is in memory as a whole: some 500 bytes for each note, and each entry of the audit log.
public struct TeamContent: Sendable {
    private let tables: [TeamRows]

    /// Creates the content of a home without a team.
    public init() { tables = Table.copiedTables.map(TeamRows.init(of:)) }

    /// Reads the content of a database, in a role that sees everything.
    /// - Throws: `HomeCopyError.unstorableText`, and the errors of the database.
    public init(reading transaction: any SQLTransaction) throws {
        tables = try Table.copiedTables.map { try TeamRows(of: $0, in: transaction) }
    }

    /// Whether there was no user yet; there may be a link for setting up.
    package var isNew: Bool {
        tables.filter { ["team_user", "audit"].contains($0.table.name) }.allSatisfy(\.rows.isEmpty)
    }

    /// The SHA-256 of each table's rows.
    package var digests: [String] { tables.map(\.digest) }

    /// Returns the names of users that another team does not have.
    package func users(missingIn other: TeamContent) -> [String] {
        zip(tables, other.tables).filter { $0.0.table.name == "team_user" }.flatMap { own, other in
            own.texts("name").filter { other.rows[$0.key] == nil }.values.sorted()
        }
    }

    /// Returns what has to change so that another database, which has `old`, gets this content.
    package func changes(since old: TeamContent) -> [HomeCopyReport.Kind] {
        zip(tables, old.tables).map { new, old in
            let changes = RowChanges(from: old, to: new)
            return HomeCopyReport.Kind(
                contents: new.table.contents, count: new.rows.count, added: changes.added.count,
                changed: changes.changed.count, removed: changes.removed.count, digest: new.digest)
        }
    }

    /// Makes a database have this content, in a role that sees everything.
    package func write(to transaction: any SQLTransaction) throws {
        // Rows that refer to others are deleted first.
        for new in tables.reversed() {
            let old = try TeamRows(of: new.table, in: transaction)
            try RowChanges(from: old, to: new).delete(in: transaction)
        }
        for new in tables {
            // Triggers may have deleted and added rows.
            let old = try TeamRows(of: new.table, in: transaction)
            let changes = RowChanges(from: old, to: new)
            try changes.delete(in: transaction)
            try changes.write(to: transaction)
        }
        try transaction.execute("UPDATE team_access SET revision = revision + 1 WHERE id = 1", [])
    }
}
