import FleetCore

/// What a search compares of the vehicles of a source.
struct SearchScope {
    let hasCodes: Bool
    let hasNames: Bool
    /// The names of the properties that it reads.
    let properties: [String]
    /// Whether vehicles may have other properties, which the person does not see.
    let hidesProperties: Bool

    /// Creates the scope of a person.
    /// - Parameter seen: The values that the person sees; `nil` for all.
    init(_ feed: FeedDescription, _ seen: Set<ValueVisibility>?) {
        let all = feed.properties ?? []
        properties = all.filter { seen?.contains($0.visibility) ?? true }.map(\.name)
        hidesProperties = properties.count < all.count
        (hasCodes, hasNames) = (feed.hasCodes == true, feed.hasNames == true)
    }
}

extension SQLDialect {
    /// Returns the value of a property of a `vehicle` row; NULL if the vehicle has none.
    func property(_ name: String) -> SQLFragment {
        switch self {
        // A path cannot have a quote or a backslash.
        case .sqlite where name.contains { "\"\\".contains($0) }:
            SQLFragment(
                sql: "(SELECT value FROM json_each(properties) WHERE key = ?)",
                values: [.text(name)])
        case .sqlite:
            SQLFragment(
                sql: "json_extract(properties, ?)", values: [.text("$.\"\(name)\"")])
        case .postgres:
            SQLFragment(
                sql: #"((properties::json ->> CAST(? AS text)) COLLATE "C")"#,
                values: [.text(name)])
        }
    }

    /// Returns the condition that one of the properties has a text, or matches it as a pattern.
    ///
    /// One pass over the object finds all values; a search by path would parse it for each property.
    /// Most vehicles are excluded before that, by a part of the text that is the same in JSON. That
    /// part may be in a hidden value too, and the time would tell it, so who does not see all values
    /// has only the pass: CASE compares no value before its name.
    func anyProperty(of scope: SearchScope, has search: String) -> SQLFragment {
        let names = scope.properties
        let member: SQLFragment
        switch self {
        case .sqlite:
            let value = anyOf([SQLFragment(sql: "value")], have: search)
            let places = names.map { _ in "?" }.joined(separator: ", ")
            member = SQLFragment(
                sql: """
                    EXISTS (SELECT 1 FROM json_each(properties) \
                    WHERE CASE WHEN key IN (\(places)) THEN \(value.sql) ELSE false END)
                    """, values: names.map { .text($0) } + value.values)
        case .postgres:
            let value = anyOf([SQLFragment(sql: #"(member.value COLLATE "C")"#)], have: search)
            member = SQLFragment(
                sql: """
                    EXISTS (SELECT 1 FROM json_each_text(properties::json) AS member \
                    WHERE CASE WHEN member.key COLLATE "C" = ANY (CAST(? AS text[])) \
                    THEN \(value.sql) ELSE false END)
                    """, values: [.text(PostgresArray.text(of: names))] + value.values)
        }
        guard !scope.hidesProperties, let part = Self.plainPart(of: search) else { return member }
        return SQLFragment(sql: contains("lower(properties)"), values: [.text(part)]) && member
    }

    /// Returns the longest part of a search that a value has as it is, and JSON without escapes:
    /// printable ASCII without quotes, backslashes and wildcards, in lower case; `nil` without any.
    private static func plainPart(of search: String) -> String? {
        let parts = ASCIICase.lowercased(search).utf8.split { byte in
            byte < 0x20 || byte >= 0x7F || "\"\\*?".utf8.contains(byte)
        }
        return parts.max { $0.count < $1.count }.flatMap { String($0) }
    }

    /// Returns the condition that one of some texts has another one, or matches it as a pattern.
    func anyOf(_ texts: [SQLFragment], have search: String) -> SQLFragment {
        guard SearchPattern(search) == nil else { return anyOf(texts, matches: search) }
        let part = SQLValue.text(ASCIICase.lowercased(search))
        return .any(
            texts.map {
                SQLFragment(sql: contains("lower(\($0.sql))"), values: $0.values + [part])
            })
    }

    /// Returns the condition that one of some texts matches a ``SearchPattern``.
    func anyOf(_ texts: [SQLFragment], matches pattern: String) -> SQLFragment {
        switch self {
        case .sqlite:
            SQLFragment(
                sql: Self.matches(texts.map(\.sql)),
                values: [.text(pattern)] + texts.flatMap(\.values))
        case .postgres: likeCondition(on: texts, pattern)
        }
    }

    /// Unlike that of SQLite, LIKE of PostgreSQL has wildcards for Unicode scalars, and its time is
    /// bounded.
    private func likeCondition(on texts: [SQLFragment], _ search: String) -> SQLFragment {
        var pattern = ""
        for scalar in ASCIICase.lowercased(search).unicodeScalars {
            switch scalar {
            case "*": pattern += "%"
            case "?": pattern += "_"
            case "%", "_", "\\": pattern += "\\" + String(scalar)
            default: pattern.unicodeScalars.append(scalar)
            }
        }
        return .any(
            texts.map {
                SQLFragment(
                    sql: "lower(\($0.sql)) LIKE ?", values: $0.values + [.text(pattern)])
            })
    }
}
