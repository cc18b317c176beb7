/// A database of favorites and notes: the port behind ``AnnotationStore``.
///
/// The statements are written once, in the SQL that SQLite and PostgreSQL share; an adapter runs
/// them and has the schema. Parameters are `?1`, `?2`, …, which is `$1`, `$2`, … in PostgreSQL. Text
/// is compared and ordered byte by byte (`COLLATE "C"`), and `lower` changes ASCII letters only. The
/// schema deletes the photos of a note with the note, and a photo with the last note that uses it.
public protocol SQLDatabase: Sendable {
    /// Runs `body` in one read transaction, so all its queries see the same state.
    ///
    /// Calls must not be nested.
    func read<T>(_ body: (any SQLTransaction) throws -> T) throws -> T

    /// Runs `body` in one write transaction, which is rolled back if `body` throws.
    ///
    /// Cancelling the caller's task does not interrupt it.
    /// - Parameter durably: Whether the changes must survive a power failure.
    func write<T: Sendable>(
        durably: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T
}

/// A transaction of an ``SQLDatabase``.
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
