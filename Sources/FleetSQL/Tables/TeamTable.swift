/// A table of a team's users and their data, with the same columns in each database.
public struct TeamTable: Sendable {
    /// The type of a column.
    public enum ColumnType: Sendable {
        case text
        case integer
        case real
        /// A boolean, which SQLite stores as 0 or 1.
        case flag

        fileprivate init(_ value: ColumnValue) {
            switch value {
            case .boolean: self = .flag
            case .integer: self = .integer
            case .real: self = .real
            case .text, .color, .measurements, .typedCounts: self = .text
            }
        }
    }

    /// The name of the table.
    public let name: String
    /// The name of its rows for people, in the plural.
    public let contents: String
    /// The columns of the primary key, which are texts.
    public let key: [String]
    /// The names and types of all columns; those of the key come first.
    public private(set) var columns: [(name: String, type: ColumnType)]

    private init(
        _ name: String, _ contents: String, key: [String], texts: [String] = [],
        integers: [String] = [], reals: [String] = [], flags: [String] = []
    ) {
        (self.name, self.contents, self.key) = (name, contents, key)
        columns =
            (key + texts).map { ($0, .text) } + integers.map { ($0, .integer) }
            + reals.map { ($0, .real) } + flags.map { ($0, .flag) }
    }

    /// Creates the table of a record, whose columns follow the key.
    private init(
        _ name: String, _ contents: String, key: [String], _ record: ColumnList, texts: [String]
    ) {
        self.init(name, contents, key: key, texts: texts)
        columns += zip(record.names, record.types).compactMap { name, type in
            key.contains(name) ? nil : (name, ColumnType(type))
        }
    }

    /// The tables that are copied, each after those to which it refers.
    public static let all = users + annotations + photos + [viewsForAll, alerts] + limits

    /// Tables that are not copied: a number that only one database counts, the failures to sign in
    /// of the last hour, the refreshes of the last minute, the requests of the last day that may be
    /// repeated, and what only a home has.
    public static let uncopied = [
        "team_access", "throttle", "user_refresh", "request_key", "mirrored_note", "note_draft",
        "draft_photo",
    ]

    /// The owners of rows that are not copied: the command line of a home and its logins, which
    /// have no name and were never removed.
    package static let homeOwners =
        "SELECT id FROM team_user WHERE name IS NULL AND removed_at IS NULL"

    /// The condition for rows that are copied.
    var isCopied: String {
        let owner = name == "team_user" ? "id" : key.contains("owner") ? "owner" : nil
        return owner.map { "\($0) NOT IN (\(Self.homeOwners))" } ?? "true"
    }

    private static let users = [
        TeamTable(
            "team_user", "users", key: ["id"],
            texts: ["name", "display_name", "language", "role", "password"],
            integers: ["created_at", "disabled_at", "removed_at", "last_note_number"]),
        TeamTable(
            "session", "sessions", key: ["owner", "id"], texts: ["hash", "client", "address"],
            integers: ["created_at", "last_seen_at"]),
        TeamTable(
            "device", "devices", key: ["owner", "hash"],
            integers: ["created_at", "expires_at", "failures"]),
        TeamTable(
            "api_token", "tokens", key: ["owner", "id"], texts: ["hash", "name", "scope"],
            integers: ["created_at", "expires_at", "last_used_at"]),
        TeamTable(
            "reset_link", "links for new passwords", key: ["owner", "hash"],
            integers: ["expires_at"]),
        TeamTable(
            "invitation", "invitations", key: ["id"],
            texts: ["hash", "kind", "role", "created_by"], integers: ["created_at", "expires_at"]),
        TeamTable(
            "audit", "audit entries", key: ["id"],
            texts: ["actor", "actor_name", "action", "subject", "address"], integers: ["at"]),
    ]

    /// The favorites of all owners.
    static let favorites = TeamTable(
        "favorite", "favorites", key: ["owner", "source", "vehicle_id"], integers: ["added_at"])

    /// The notes of all owners.
    static let notes = TeamTable(
        "note", "notes", key: ["owner", "id"], NoteRecord.list,
        texts: ["idempotency_key", "request_hash"])

    /// The views of all owners.
    static let views = TeamTable(
        "saved_view", "views", key: ["owner", "id"], texts: ["name", "name_key", "filter"],
        integers: ["created_at", "changed_at"])

    /// The snoozes of all owners.
    static let snoozes = TeamTable(
        "snooze", "snoozes", key: ["owner", "id"],
        texts: ["source", "kind", "subject", "reason"], integers: ["until", "created_at"])

    private static let annotations = [
        favorites, views, snoozes,
        TeamTable(
            "saved_filter", "saved filters", key: ["owner", "source"], texts: ["colors"]),
        TeamTable(
            "followed_sources", "followed sources", key: ["owner"], texts: ["sources"]),
        notes,
    ]

    private static let photos = [
        TeamTable(
            "photo", "photo files", key: ["owner", "hash"], texts: ["format"],
            integers: ["width", "height", "bytes"]),
        TeamTable(
            "note_photo", "photos of notes", key: ["owner", "id"], texts: ["note", "hash"],
            integers: ["number", "added_at"]),
        TeamTable(
            "photo_cleanup", "photo files to remove", key: ["owner", "hash"], texts: ["format"],
            integers: ["at"]),
    ]

    private static let viewsForAll = TeamTable(
        "team_view", "views for everybody", key: ["id"],
        texts: ["name", "name_key", "filter", "created_by"],
        integers: ["created_at", "changed_at"])

    private static let alerts = TeamTable(
        "alert", "alerts", key: ["id"],
        texts: ["name", "source", "view", "kinds", "webhook", "created_by", "last_failure"],
        integers: ["created_at", "last_sent_at", "last_failed_at"], reals: ["low_battery"],
        flags: ["is_enabled"])

    private static let limits = [
        TeamTable(
            "permit_limit", "limits", key: ["id"],
            texts: [
                "name", "name_key", "indicator", "sources", "vehicle_type", "zone", "area",
                "first_day", "last_day", "created_by",
            ], integers: ["days", "maximum", "created_at"], reals: ["needed_coverage"]),
        TeamTable(
            "limit_day", "days of limits", key: ["limit_id", "day"],
            texts: ["outcome", "reason", "earlier_outcome", "correction", "corrected_by"],
            integers: ["worst", "worst_at", "decided_at", "alerted_at", "corrected_at"],
            reals: ["coverage"], flags: ["is_final"]),
    ]
}

extension TeamTable {
    /// Rows of one statement, which may have some thousand parameters.
    private static let rowsPerStatement = 50

    /// Inserts rows, each with the values of all columns; returns their number.
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
            let width = columns.count
            let places = (0..<part.count).map { row in
                "(" + (1...width).map { "?\(row * width + $0)" }.joined(separator: ", ") + ")"
            }
            inserted += try transaction.execute(
                """
                INSERT INTO \(name) (\(columns.map(\.name).joined(separator: ", ")))
                VALUES \(places.joined(separator: ", "))
                \(skipsKnown ? "ON CONFLICT DO NOTHING" : "")
                """, part.flatMap(\.self))
        }
        return inserted
    }
}
