import FleetSQL
import GRDB
import GRDBSQLite
import Synchronization

/// Prepared statement that binds and reads values by position, without dictionaries or C strings.
///
/// GRDB passes text to SQLite as C strings, which end at the first NUL. Text of earlier versions
/// may contain one, so it is passed with its length here. This is also what makes a commit fast.
final class SQLStatement {
    private let statement: Statement
    private var parameter: CInt = 0

    private var handle: OpaquePointer { statement.sqliteStatement }

    /// Takes a statement from the connection's cache; the statement must not be in use.
    init(cached sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        sqlite3_reset(handle)
    }

    /// Takes a statement from the connection's cache, or prepares a new one if that is in use.
    ///
    /// The cache of a connection never forgets, so only the first 200 texts of a process are in it:
    /// a filter that somebody makes up has a text of its own.
    init(sharing sql: String, in database: Database) throws {
        let isKept = Self.keptTexts.withLock { texts in
            texts.contains(sql) || texts.count < 200 && texts.insert(sql).inserted
        }
        let cached = isKept ? try database.cachedStatement(sql: sql) : nil
        if let cached, sqlite3_stmt_busy(cached.sqliteStatement) == 0 {
            statement = cached
        } else {
            statement = try database.makeStatement(sql: sql)
        }
    }

    private static let keptTexts = Mutex<Set<String>>([])

    /// Advances to the next row; returns whether there is one.
    ///
    /// After the last row the statement is reset.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default: throw lastError()
        }
    }

    /// Runs a statement that returns no rows, then resets it for new values.
    func run() throws {
        _ = try step()
        finish()
    }

    /// Resets the statement for new values, even before the last row.
    func finish() {
        sqlite3_reset(handle)
        parameter = 0
    }

    /// Resets the statement, and removes the values, which may be large or secret.
    func forget() {
        finish()
        sqlite3_clear_bindings(handle)
    }

    private func lastError() -> DatabaseError {
        let connection = sqlite3_db_handle(handle)
        let error = DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)))
        sqlite3_reset(handle)
        return error
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw lastError() }
    }
}

// Binding: each call binds the next parameter.
extension SQLStatement: SQLRowWriter {
    func bind(_ value: Int64?) throws {
        parameter += 1
        guard let value else { return try check(sqlite3_bind_null(handle, parameter)) }
        try check(sqlite3_bind_int64(handle, parameter, value))
    }

    func bind(_ value: Int32?) throws { try bind(value.map(Int64.init)) }
    func bind(_ value: Int16?) throws { try bind(value.map(Int64.init)) }

    func bind(_ value: Bool?) throws {
        let number: Int64? = value.map { $0 ? 1 : 0 }
        try bind(number)
    }

    /// Binds a number; SQLite stores NaN as NULL.
    func bind(_ value: Double?) throws {
        parameter += 1
        guard let value else { return try check(sqlite3_bind_null(handle, parameter)) }
        try check(sqlite3_bind_double(handle, parameter, value))
    }

    func bind(_ value: String?) throws {
        parameter += 1
        guard var value else { return try check(sqlite3_bind_null(handle, parameter)) }
        let (handle, parameter) = (handle, parameter)
        try check(
            value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { text in
                    sqlite3_bind_text64(
                        handle, parameter, text.baseAddress ?? Self.emptyText, UInt64(text.count),
                        Self.transient, UInt8(SQLITE_UTF8))
                }
            })
    }

    func bind(_ value: [UInt8]?) throws {
        parameter += 1
        guard let value else { return try check(sqlite3_bind_null(handle, parameter)) }
        let (handle, parameter) = (handle, parameter)
        try check(
            value.withUnsafeBytes {
                sqlite3_bind_blob64(
                    handle, parameter, $0.baseAddress ?? UnsafeRawPointer(Self.emptyText),
                    UInt64($0.count), Self.transient)
            })
    }

    /// Non-null address for empty text, which SQLite would otherwise bind as NULL.
    // SAFETY: one byte that is never written after initialization.
    private nonisolated(unsafe) static let emptyText: UnsafePointer<CChar> = {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        text.initialize(to: 0)
        return UnsafePointer(text)
    }()

    /// Destructor value that makes SQLite copy the bound bytes.
    // SAFETY: SQLITE_TRANSIENT is defined as the pointer −1; SQLite compares it and never calls it.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}

// Reading the columns of the current row.
extension SQLStatement {
    func isNull(_ column: CInt) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: CInt) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func optionalInteger(_ column: CInt) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    func real(_ column: CInt) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, column)
    }

    func text(_ column: CInt) -> String? {
        isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
    }

    /// Returns the bytes of a text or blob column; they are valid until the next step.
    ///
    /// Text is read as a blob, because SQLite would copy it to append a NUL.
    func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
}

extension SQLStatement {
    /// Binds values to the next parameters.
    func bind(_ values: [SQLValue]) throws {
        for value in values {
            switch value {
            case .null: try bind(Int64?.none)
            case .integer(let value): try bind(value)
            case .real(let value): try bind(value)
            case .text(let value): try bind(value)
            case .bytes(let value): try bind(value)
            }
        }
    }
}
