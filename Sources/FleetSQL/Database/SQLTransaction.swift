/// A transaction of a database.
///
/// Statements are written in the SQL that SQLite and PostgreSQL share. Parameters are `?1`, `?2`,
/// …, which is `$1`, `$2`, … in PostgreSQL. Text is compared and ordered byte by byte (`COLLATE
/// "C"`), and `lower` changes ASCII letters only.
public protocol SQLTransaction {
    /// The SQL of the database.
    var dialect: SQLDialect { get }

    /// Runs a query and calls `body` with each row.
    func query(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws

    /// Runs a statement and returns the number of rows that it inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int
}

/// The value of a parameter.
public enum SQLValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// The current row of a query; columns are numbered from 0, and NULL is `nil`.
public protocol SQLRow: AnyObject {
    func integer(_ column: Int) -> Int64?
    func real(_ column: Int) -> Double?
    func text(_ column: Int) -> String?
    func blob(_ column: Int) -> [UInt8]?

    /// Calls `body` with the UTF-8 bytes of a text, empty for NULL, without copying them.
    func withText<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T
}

extension SQLTransaction {
    /// Returns the values of the rows of a query, without those that are `nil`.
    package func rows<T>(
        _ sql: String, _ values: [SQLValue], _ value: (any SQLRow) throws -> T?
    ) throws -> [T] {
        var found: [T] = []
        try query(sql, values) { row in
            if let value = try value(row) { found.append(value) }
        }
        return found
    }

    /// Returns the integer in the first column of the only row; 0 without a row.
    package func integer(_ sql: String, _ values: [SQLValue]) throws -> Int64 {
        try rows(sql, values) { $0.integer(0) }.first ?? 0
    }
}

extension SQLValue {
    package static func optional(_ value: Int64?) -> SQLValue {
        value.map(SQLValue.integer) ?? .null
    }
    package static func optional(_ value: Double?) -> SQLValue { value.map(SQLValue.real) ?? .null }
    package static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }

    /// Returns a number to compare with: nothing is equal to NaN, less or greater, as with NULL.
    static func comparable(_ value: Double) -> SQLValue { value.isNaN ? .null : .real(value) }
}
