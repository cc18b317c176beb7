/// A table of the databases: SQLite and PostgreSQL create it, and copies and exports read it.
///
/// ```swift
/// Table(
///     "device", "Browsers that have signed in before", key: ["owner", "hash"],
///     columns: [.owner, .hash("hash"), .integer("expires_at"), .text("name", .optional)])
/// ```
public struct Table: Sendable {
    /// What the role of a signed-in user may do in PostgreSQL with the rows of a table.
    package enum UserRights: Sendable {
        /// The privileges, on the rows whose owner is the user.
        case ownRows(String)
        /// The privileges, on all rows, which the user reads.
        case allRows(String)
        /// The privileges, on the rows of policies that the schema has beside the tables.
        case rowsOfPolicies(String)

        /// The privileges, as in `GRANT`.
        package var privileges: String {
            switch self {
            case .ownRows(let text), .allRows(let text), .rowsOfPolicies(let text): text
            }
        }
    }

    /// The name of the table.
    public let name: String
    /// What the table has, for administrators of the database.
    let comment: String
    /// The columns of the primary key.
    public let key: [String]
    /// The columns of the primary key in SQLite.
    package let sqliteKey: [String]
    /// The columns of both databases.
    public let columns: [Column]
    /// The columns in the order of copies: those of the key, then texts, integers, numbers, flags.
    let copiedColumns: [Column]
    let rules: [TableRule]
    let indexes: [Index]
    /// The version of the tables that has the table first.
    let since: Int
    /// The changes of conditions of the table since its first version.
    let restated: [Restatement]
    /// The only database with the table, if it is not in both.
    package let only: SQLDialect?
    /// The name of the rows for people, in the plural, if a copy of a home has them.
    public let copied: String?
    /// The member of a person's download that has the rows, if they are in it.
    public let exported: String?
    /// Whether SQLite stores the rows by a number, not by the key.
    let hasRowID: Bool
    /// How full PostgreSQL fills pages, in percent.
    let fillFactor: Int?
    /// The privileges of the server's role in PostgreSQL; `nil` if the schema has them.
    package let server: String?
    package let user: UserRights?
    /// Whether PostgreSQL hides rows of a team from roles.
    package let isProtected: Bool

    init(
        _ name: String, _ comment: String, key: [String], sqliteKey: [String]? = nil,
        since: Int = 1, restated: [Restatement] = [], only: SQLDialect? = nil,
        copied: String? = nil,
        exported: String? = nil,
        hasRowID: Bool = false, fillFactor: Int? = nil,
        server: String? = "SELECT, INSERT, UPDATE, DELETE", user: UserRights? = nil,
        isProtected: Bool = true,
        columns: [Column], rules: [TableRule] = [], indexes: [Index] = []
    ) {
        (self.name, self.comment, self.since, self.only) = (name, comment, since, only)
        self.restated = restated
        (self.key, self.sqliteKey) = (key, sqliteKey ?? key)
        (self.columns, self.rules, self.indexes) = (columns, rules, indexes)
        copiedColumns =
            columns.filter { key.contains($0.name) }
            + [.text, .integer, .real, .flag].flatMap { kind in
                columns.filter { $0.kind == kind && !key.contains($0.name) }
            }
        (self.copied, self.exported, self.hasRowID) = (copied, exported, hasRowID)
        (self.fillFactor, self.isProtected) = (fillFactor, isProtected)
        (self.server, self.user) = (server, user)
    }

    /// The tables of `fleet.sqlite`, and those of PostgreSQL with the same rows.
    package static let fleet = feeds + log
    /// The tables of `team.sqlite`, and those of PostgreSQL with the same rows.
    package static let team = users + annotations + shared + inventory + labels
    /// All tables.
    public static let all = team + fleet + servers

    static let favorite = named("favorite")
    static let savedView = named("saved_view")
    static let note = named("note")

    /// Returns the table with a name.
    package static func named(_ name: String) -> Table { all.first { $0.name == name }! }
}

/// A condition that a database checks for each row, in SQL.
struct TableRule: Sendable, ExpressibleByStringInterpolation {
    let sql: String
    let only: SQLDialect?

    init(stringLiteral sql: String) { (self.sql, only) = (sql, nil) }

    private init(sql: String, only: SQLDialect?) { (self.sql, self.only) = (sql, only) }

    /// A rule of one database.
    static func only(_ dialect: SQLDialect, _ sql: String) -> TableRule {
        TableRule(sql: sql, only: dialect)
    }
}

/// A change of a condition that a version made, in SQL.
struct Restatement: Sendable {
    let since: Int
    let old: String
    let new: String

    init(since version: Int, _ old: String, _ new: String) {
        (since, self.old, self.new) = (version, old, new)
    }
}

/// An index of a table.
struct Index: Sendable {
    let name: String
    let columns: String
    let condition: String?
    let isUnique: Bool
    let only: SQLDialect?

    init(
        _ name: String, _ columns: String, where condition: String? = nil, isUnique: Bool = false,
        only: SQLDialect? = nil
    ) {
        (self.name, self.columns, self.condition) = (name, columns, condition)
        (self.isUnique, self.only) = (isUnique, only)
    }
}

extension Table {
    /// Returns the statements that create tables in a database.
    package static func statements(_ tables: [Table], _ dialect: SQLDialect) -> String {
        tables.filter { dialect.has($0.only) }.flatMap { $0.statements(dialect) }
            .joined(separator: "\n") + "\n"
    }

    /// Returns the statements that bring tables of an earlier version to the current ones: they
    /// add tables, of which `rights` returns further statements, and columns, and change conditions.
    package static func upgrade(
        _ tables: [Table], from version: Int, _ dialect: SQLDialect,
        rights: (Table) -> String = { _ in "" }
    ) -> String {
        tables.filter { dialect.has($0.only) }.flatMap { table in
            if table.since > version { return table.statements(dialect) + [rights(table)] }
            let new = table.columns.filter { $0.since > version && dialect.has($0.only) }
            return new.map {
                "ALTER TABLE \(table.name) ADD COLUMN \($0.definition(dialect));"
            } + dialect.comments(new, of: table.name)
                + table.newConditions(since: version, dialect)
        }.joined(separator: "\n")
    }

    /// Returns the statements that change the conditions of an earlier version.
    ///
    /// SQLite cannot alter them, but keeps the statement of the table, of which no row depends on
    /// these parts (https://sqlite.org/lang_altertable.html, section 7). The columns of a file may
    /// be in another order, so the rest of the statement stays.
    private func newConditions(since version: Int, _ dialect: SQLDialect) -> [String] {
        let changes = restated.filter { $0.since > version }
        guard !changes.isEmpty else { return [] }
        switch dialect {
        case .sqlite:
            return ["PRAGMA writable_schema = ON;"]
                + changes.map {
                    "UPDATE sqlite_schema SET sql = replace(sql, \($0.old.sqlLiteral), "
                        + "\($0.new.sqlLiteral)) WHERE type = 'table' AND name = '\(name)';"
                } + ["PRAGMA writable_schema = RESET;"]
        case .postgres:
            let own = columns.filter { dialect.has($0.only) }
            let conditions =
                own.flatMap(\.checks).map { "CHECK (\($0))" }
                + rules.filter { dialect.has($0.only) }.map(\.sql).filter { $0.hasPrefix("CHECK") }
            return [
                """
                DO $$ DECLARE condition name; BEGIN
                    FOR condition IN SELECT conname FROM pg_constraint
                        WHERE conrelid = '\(name)'::regclass AND contype = 'c'
                    LOOP EXECUTE format('ALTER TABLE \(name) DROP CONSTRAINT %I', condition);
                    END LOOP;
                END $$;
                ALTER TABLE \(name) ADD \(conditions.joined(separator: ", ADD "));
                """
            ] + dialect.comments(own, of: name)
        }
    }

    private func statements(_ dialect: SQLDialect) -> [String] {
        let key = dialect == .sqlite ? sqliteKey : key
        let lines =
            columns.filter { dialect.has($0.only) }.map { $0.definition(dialect) }
            + ["PRIMARY KEY (\(key.joined(separator: ", ")))"]
            + rules.filter { dialect.has($0.only) }.map(\.sql)
        let create = """
            CREATE TABLE \(name) (
                \(lines.joined(separator: ",\n    "))
            )\(dialect.options(of: self));
            """
        let indexes = indexes.filter { dialect.has($0.only) }.map { index in
            "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name) ON \(name) "
                + "(\(index.columns))\(index.condition.map { " WHERE " + $0 } ?? "");"
        }
        guard dialect == .postgres else { return [create] + indexes }
        return [create] + indexes + ["COMMENT ON TABLE \(name) IS \(comment.sqlLiteral);"]
            + dialect.comments(columns.filter { dialect.has($0.only) }, of: name)
    }
}

extension SQLDialect {
    /// Whether a database has what is only in one.
    package func has(_ only: SQLDialect?) -> Bool { only == nil || only == self }

    /// SQLite checks the types of values, and has one tree of rows, by the key or a number.
    fileprivate func options(of table: Table) -> String {
        switch self {
        case .sqlite: " STRICT" + (table.hasRowID ? "" : ", WITHOUT ROWID")
        case .postgres: table.fillFactor.map { " WITH (fillfactor = \($0))" } ?? ""
        }
    }

    fileprivate func comments(_ columns: [Column], of table: String) -> [String] {
        guard self == .postgres else { return [] }
        return columns.compactMap { column in
            column.comment.map {
                "COMMENT ON COLUMN \(table).\(column.name) IS \($0.sqlLiteral);"
            }
        }
    }
}

extension String {
    fileprivate var sqlLiteral: String { "'" + replacing("'", with: "''") + "'" }
}
