/// A column of a table.
public struct Column: Sendable {
    /// The type of a column's values.
    public enum Kind: Sendable, CaseIterable {
        case text
        case integer
        case real
        /// A boolean, which SQLite stores as 0 or 1.
        case flag
        case bytes
        /// An integer of four bytes in PostgreSQL.
        case int32
        /// An integer of two bytes in PostgreSQL.
        case int16
        /// A number that the database gives to a row.
        case number
        /// A UUID in the type of PostgreSQL; other UUIDs are texts.
        case uuid
    }

    /// What a column has besides its name and type; a text is its comment.
    package enum Trait: Sendable, ExpressibleByStringInterpolation {
        /// It may be NULL.
        case optional
        /// A comment, for administrators of the database.
        case comment(String)
        /// A condition in SQL.
        case check(String)
        /// Its value in SQL in a row that has none.
        case initially(String)
        /// A reference to a row of another table, in SQL.
        case references(String)
        /// The expression in SQL that computes it.
        case generated(String)
        /// It is in one database only.
        case only(SQLDialect)
        /// The version of the tables that has it first.
        case since(Int)
        /// A person's download does not have it.
        case unexported
        /// Its name in a person's download.
        case exported(as: String)

        package init(stringLiteral text: String) { self = .comment(text) }
    }

    /// The name.
    public let name: String
    /// The type of the values.
    public let kind: Kind
    /// The name in a person's download; `nil` for a column that it does not have.
    public private(set) var exportedName: String?
    private(set) var comment: String?
    package private(set) var only: SQLDialect?
    private(set) var since = 1
    private var isOptional = false
    private(set) var checks: [String] = []
    private var initial: String?
    private var reference: String?
    private var expression: String?

    init(_ name: String, _ kind: Kind, _ traits: [Trait]) {
        (self.name, self.kind, exportedName) = (name, kind, name)
        for trait in traits {
            switch trait {
            case .optional: isOptional = true
            case .comment(let text): comment = text
            case .check(let sql): checks.append(sql)
            case .initially(let sql): initial = sql
            case .references(let row): reference = row
            case .generated(let sql): expression = sql
            case .only(let dialect): only = dialect
            case .since(let version): since = version
            case .unexported: exportedName = nil
            case .exported(let name): exportedName = name
            }
        }
    }

    static func text(_ name: String, _ traits: Trait...) -> Column { Column(name, .text, traits) }
    static func integer(_ name: String, _ traits: Trait...) -> Column {
        Column(name, .integer, traits)
    }
    static func real(_ name: String, _ traits: Trait...) -> Column { Column(name, .real, traits) }
    static func flag(_ name: String, _ traits: Trait...) -> Column { Column(name, .flag, traits) }
    static func bytes(_ name: String, _ traits: Trait...) -> Column { Column(name, .bytes, traits) }
    static func int32(_ name: String, _ traits: Trait...) -> Column { Column(name, .int32, traits) }
    static func int16(_ name: String, _ traits: Trait...) -> Column { Column(name, .int16, traits) }
    static func uuid(_ name: String, _ traits: Trait...) -> Column { Column(name, .uuid, traits) }
    static func number(_ name: String, _ traits: Trait...) -> Column {
        Column(name, .number, traits)
    }
    /// A UUID as a text.
    static func id(_ name: String, _ traits: Trait...) -> Column {
        Column(name, .text, [.check("length(\(name)) = 36")] + traits)
    }
    /// A SHA-256 in hexadecimal digits.
    static func hash(_ name: String, _ traits: Trait...) -> Column {
        Column(name, .text, [.check("length(\(name)) = 64")] + traits)
    }

    /// The owner of a personal row.
    static let owner = text(
        "owner", .unexported, .references("team_user (id) ON DELETE CASCADE"))
    /// The feed of a row.
    static let feed = integer("source", .references("source (id) ON DELETE CASCADE"))

    /// Returns the definition for `CREATE TABLE` and `ALTER TABLE`.
    func definition(_ dialect: SQLDialect) -> String {
        var parts = [name, dialect.type(of: kind)]
        // SQLite gives a number to a row only where NULL would be.
        if !isOptional && kind != .number { parts.append("NOT NULL") }
        if let initial { parts.append("DEFAULT " + initial) }
        if dialect == .sqlite && kind == .flag { parts.append("CHECK (\(name) IN (0, 1))") }
        parts += checks.map { "CHECK (\($0))" }
        if let reference { parts.append("REFERENCES " + reference) }
        if let expression {
            let storage = dialect == .sqlite ? "VIRTUAL" : "STORED"
            parts.append("GENERATED ALWAYS AS (\(expression)) \(storage)")
        }
        return parts.joined(separator: " ")
    }
}

extension SQLDialect {
    /// Returns the type of a column.
    ///
    /// SQLite has no booleans; PostgreSQL is to compare texts by bytes, as SQLite does.
    fileprivate func type(of kind: Column.Kind) -> String {
        switch (kind, self) {
        case (.text, .sqlite): "TEXT"
        case (.text, .postgres): #"text COLLATE "C""#
        case (.real, .sqlite): "REAL"
        case (.real, .postgres): "double precision"
        case (.bytes, .sqlite): "BLOB"
        case (.bytes, .postgres): "bytea"
        case (.integer, .sqlite), (.int32, .sqlite), (.int16, .sqlite), (.flag, .sqlite),
            (.number, .sqlite):
            "INTEGER"
        case (.integer, .postgres): "bigint"
        case (.int32, .postgres): "integer"
        case (.int16, .postgres): "smallint"
        case (.flag, .postgres): "boolean"
        case (.number, .postgres): "bigint GENERATED ALWAYS AS IDENTITY"
        case (.uuid, _): "uuid"
        }
    }
}
