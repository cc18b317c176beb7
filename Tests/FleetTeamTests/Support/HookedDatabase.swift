import FleetSQL
import Synchronization

/// A database that runs a hook after its first write transaction, and records statements.
final class HookedDatabase: TeamDatabase {
    typealias Statement = (role: TeamDatabaseRole, sql: String, values: [SQLValue])

    private let database: any TeamDatabase
    private let hook = Mutex<(@Sendable () async throws -> Void)?>(nil)
    private let recorded = Mutex<[Statement]>([])

    init(_ database: any TeamDatabase) {
        self.database = database
    }

    /// The statements that were run so far.
    var statements: [Statement] { recorded.withLock(\.self) }

    func afterFirstWrite(_ body: @escaping @Sendable () async throws -> Void) {
        hook.withLock { $0 = body }
    }

    func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.read(as: role, of: data) { transaction in
            try body(
                RecordedTransaction(transaction: transaction) { self.record(role, $0, $1) })
        }
    }

    func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        let result = try await database.write(as: role) { transaction in
            try body(
                RecordedTransaction(transaction: transaction) { self.record(role, $0, $1) })
        }
        let hook = hook.withLock { hook in
            defer { hook = nil }
            return hook
        }
        try await hook?()
        return result
    }

    func mark() -> CommitMark? { database.mark() }

    private func record(_ role: TeamDatabaseRole, _ sql: String, _ values: [SQLValue]) {
        recorded.withLock { $0.append((role, sql, values)) }
    }
}

private struct RecordedTransaction: SQLTransaction {
    let transaction: any SQLTransaction
    let record: (String, [SQLValue]) -> Void

    var dialect: SQLDialect { transaction.dialect }

    func query(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        record(sql, values)
        try transaction.query(sql, values, body)
    }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        record(sql, values)
        return try transaction.execute(sql, values)
    }
}
