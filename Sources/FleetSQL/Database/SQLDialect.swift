import FleetCore

/// The SQL of a database, where it differs from that of others.
public enum SQLDialect: Sendable {
    case sqlite
    case postgres

    /// The literal of positive infinity.
    var infinity: String { self == .sqlite ? "9e999" : "'Infinity'::float8" }

    /// The hash of the password in a row of `team_user`, for the server's role, which cannot read
    /// the column in PostgreSQL.
    package var password: String { self == .sqlite ? "password" : "password_of(name)" }

    /// The end of a query that keeps other transactions from changing its rows; SQLite has only one
    /// writer.
    var lock: String { self == .sqlite ? "" : " FOR UPDATE" }

    /// The revision of the snapshot in a row of `source`.
    var revision: String {
        self == .sqlite ? "json_extract(source.info, '$.revision')" : "source.revision"
    }

    /// The condition that joins the rows of `site` and `sample`, whose key begins with the source
    /// in PostgreSQL.
    var isOfSite: String {
        self == .sqlite
            ? "sample.site = site.id" : "sample.source = site.source AND sample.site = site.id"
    }

    /// Returns the condition that a text has another one in it, which is a parameter.
    package func contains(_ text: String, _ parameter: String = "?") -> String {
        (self == .sqlite ? "instr" : "strpos") + "(\(text), \(parameter)) > 0"
    }

    /// Returns the condition that a text begins with another one, which is a parameter.
    func begins(_ text: String) -> String {
        self == .sqlite ? "instr(\(text), ?) = 1" : "starts_with(\(text), ?)"
    }

    /// Distance in metres of a `vehicle` row from a coordinate, which takes two parameters, by a
    /// function that each adapter defines.
    static let distance = "distance(latitude, longitude, ?, ?)"

    /// Returns the condition that one of some columns matches a pattern, which is a parameter, by a
    /// function that the adapter of SQLite defines.
    static func matches(_ columns: [String]) -> String {
        // GRDB reads text up to its first NUL.
        "matches(CAST(? AS BLOB), \(columns.map { "CAST(\($0) AS BLOB)" }.joined(separator: ", ")))"
    }

    /// Returns an expression for a column that keeps the database from using the column's index.
    func unindexed(_ column: String) -> String {
        self == .sqlite ? "+\(column)" : "(\(column) || '')"
    }

    /// Returns the condition that a column has one of any number of integers.
    package func isOne(_ column: String, of values: some Sequence<Int64>) -> SQLFragment {
        let list = values.map(String.init).joined(separator: ",")
        return isOne(column, of: list, type: "bigint")
    }

    /// Returns the condition that a column has one of any number of UUIDs.
    package func isOne(_ column: String, ofUUIDs values: some Sequence<String>) -> SQLFragment {
        let list = values.map { "\"\($0)\"" }.joined(separator: ",")
        return isOne(column, of: list, type: "text")
    }

    /// Returns the condition that a column has one of any number of texts.
    func isOne(_ column: String, ofTexts values: some Collection<String>) -> SQLFragment {
        switch self {
        case .sqlite:
            var json = UTF8Buffer()
            json.appendJSON(Array(values))
            return SQLFragment(
                sql: "\(column) IN (SELECT value FROM json_each(?))", values: [.text(json.string)])
        case .postgres:
            return SQLFragment(
                sql: "\(column) = ANY (CAST(? AS text[]))",
                values: [.text(PostgresArray.text(of: Array(values)))])
        }
    }

    private func isOne(_ column: String, of list: String, type: String) -> SQLFragment {
        switch self {
        case .sqlite:
            SQLFragment(
                sql: "\(column) IN (SELECT value FROM json_each(?))", values: [.text("[\(list)]")])
        case .postgres:
            SQLFragment(
                sql: "\(column) = ANY (CAST(? AS \(type)[]))", values: [.text("{\(list)}")])
        }
    }
}
