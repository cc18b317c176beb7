import GRDB
import GRDBSQLite

/// A statement whose values are bound and read in order of position, without a detour through
/// dictionaries or C strings.
///
/// GRDB hands texts to SQLite as C strings, which end at the first NUL; a vehicle's code may hold one,
/// so texts go in and out with their length here. It is also what makes a commit fast.
struct SQLStatement {
    private let statement: Statement
    private var parameter: CInt = 0

    private var handle: OpaquePointer { statement.sqliteStatement }

    /// Takes a statement from the connection's cache; it must not be in use.
    init(cached sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        sqlite3_reset(handle)
    }

    /// Prepares a statement that may be in use twice at a time.
    init(new sql: String, in database: Database) throws {
        statement = try database.makeStatement(sql: sql)
    }

    /// Steps once; true if there is a row to read.
    ///
    /// At the end the statement is ready to run again.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default: throw failure()
        }
    }

    /// Runs a statement that returns no row, and readies it for other values.
    mutating func run() throws {
        _ = try step()
        finish()
    }

    /// Ends reading before the last row, and readies the statement for other values.
    mutating func finish() {
        sqlite3_reset(handle)
        parameter = 0
    }

    private func failure() -> DatabaseError {
        let connection = sqlite3_db_handle(handle)
        let error = DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)))
        sqlite3_reset(handle)
        return error
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw failure() }
    }
}

// Binding: each call gives the next parameter its value.
extension SQLStatement {
    mutating func bind(_ value: Int64?) throws {
        parameter += 1
        guard let value else { return try check(sqlite3_bind_null(handle, parameter)) }
        try check(sqlite3_bind_int64(handle, parameter, value))
    }

    mutating func bind(_ value: Bool?) throws {
        let number: Int64? = value.map { $0 ? 1 : 0 }
        try bind(number)
    }

    /// Binds a number; what is not a number becomes NULL, for SQLite has no NaN.
    mutating func bind(_ value: Double?) throws {
        parameter += 1
        guard let value else { return try check(sqlite3_bind_null(handle, parameter)) }
        try check(sqlite3_bind_double(handle, parameter, value))
    }

    mutating func bind(_ value: String?) throws {
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

    mutating func bind(_ value: [UInt8]?) throws {
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

    /// Text without bytes still needs an address, or SQLite takes it for NULL.
    // SAFETY: one byte that is never written after it was set.
    private nonisolated(unsafe) static let emptyText: UnsafePointer<CChar> = {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        text.initialize(to: 0)
        return UnsafePointer(text)
    }()

    /// Has SQLite copy what is bound.
    // SAFETY: SQLITE_TRANSIENT is the pointer −1 by definition; it is compared, never called.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}

// Reading the columns of the row that was stepped to.
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

    /// The bytes of a text or a blob; they are gone at the next step.
    ///
    /// A text is asked for as a blob, since SQLite copies a text to put a NUL behind it.
    func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
}
