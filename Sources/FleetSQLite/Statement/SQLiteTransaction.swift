import FleetSQL
import GRDB

/// A transaction that runs the shared statements; SQLite knows the parameters `?1`, `?2`, … itself.
struct SQLiteTransaction: SQLTransaction {
    let database: Database

    var dialect: SQLDialect { .sqlite }

    func query(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        let statement = try SQLStatement(sharing: sql, in: database)
        defer { statement.forget() }
        try statement.bind(values)
        let row = SQLiteRow(statement: statement)
        while try statement.step() { try body(row) }
    }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        let statement = try SQLStatement(cached: sql, in: database)
        try statement.bind(values)
        try statement.run()
        return database.changesCount
    }
}

/// The current row of a statement.
final class SQLiteRow: SQLRow {
    private let statement: SQLStatement

    init(statement: SQLStatement) { self.statement = statement }

    func integer(_ column: Int) -> Int64? { statement.optionalInteger(CInt(column)) }
    func real(_ column: Int) -> Double? { statement.real(CInt(column)) }
    func text(_ column: Int) -> String? { statement.text(CInt(column)) }

    func blob(_ column: Int) -> [UInt8]? {
        statement.isNull(CInt(column)) ? nil : Array(statement.bytes(CInt(column)))
    }

    func withText<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        body(statement.bytes(CInt(column)))
    }
}
