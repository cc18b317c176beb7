import FleetSQL

/// A transaction of a ``PostgresDatabase``, valid within its callback.
final class PostgresTransaction: SQLTransaction {
    private let connection: PostgresConnection

    init(connection: PostgresConnection) { self.connection = connection }

    var dialect: SQLDialect { .postgres }

    /// Runs a query and calls `body` with each row as it arrives; `body` must not use the
    /// transaction.
    func query(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        _ = try connection.query(sql, values) { try body($0) }
    }

    /// Runs a query like ``query(_:_:_:)``, with all that a row of PostgreSQL has.
    func rows(
        of sql: String, _ values: [SQLValue] = [], _ body: (PostgresRow) throws -> Void
    ) throws {
        _ = try connection.query(sql, values, body)
    }

    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try connection.query(sql, values) { _ in }
    }

    /// Runs one or several statements without parameters.
    func run(_ sql: String) throws { try connection.run(sql) }

    /// Writes rows with a `COPY … FROM STDIN (FORMAT binary)`; returns their number.
    @discardableResult
    func copy(
        into statement: String, _ rows: (CopyWriter) throws -> Void
    ) throws -> Int {
        try connection.copy(into: statement, rows)
    }
}

/// A statement that begins or ends a transaction; nothing that it returns is read.
struct BoundaryStatement: Sendable {
    let sql: String
    /// The value of its only parameter, `?1`; `nil` if it has none.
    var value: String?

    static let commit = BoundaryStatement(sql: "COMMIT")
}

/// The mode of a transaction: its use, its first statements and its time limits.
struct TransactionMode: Sendable {
    /// The work for which it takes a connection.
    var use: ConnectionUse
    /// Returns the time to wait for a connection; `nil` if it is unlimited.
    var wait: @Sendable (PostgresLimits) -> Duration? = { $0.wait }
    /// The statements that begin it, with everything that holds for it alone.
    private(set) var start: [BoundaryStatement]
    /// Returns the time for which the server may send nothing before the connection counts as lost.
    var timeout: @Sendable (PostgresLimits) -> Duration
    /// Whether nothing that it writes could be lost at its end.
    var isReadOnly = false
    /// Returns the time for which it waits for a connection, locks and a standby, all together;
    /// `nil` if each has its own limit.
    private(set) var waits: @Sendable (PostgresLimits) -> Duration? = { _ in nil }

    private init(
        _ begin: String, for use: ConnectionUse, isReadOnly: Bool = false,
        timeout: @escaping @Sendable (PostgresLimits) -> Duration
    ) {
        self.use = use
        start = [BoundaryStatement(sql: begin)]
        (self.timeout, self.isReadOnly) = (timeout, isReadOnly)
    }

    /// Reads in one state of the database.
    static let read = TransactionMode(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", for: .read, isReadOnly: true
    ) { $0.read }
    /// Each statement sees what was committed before it, so a row lock gives its newest version.
    static let write = TransactionMode(
        "BEGIN ISOLATION LEVEL READ COMMITTED", for: .write
    ) { $0.write }
    /// Runs as if no other transaction ran meanwhile, and again after a conflict.
    static let serializable = TransactionMode(
        "BEGIN ISOLATION LEVEL SERIALIZABLE", for: .write
    ) { $0.serializable }

    /// Writes a snapshot, of up to a million vehicles.
    ///
    /// It does not wait for a standby: after a failover that loses it, the feed is read again.
    static let commit = write.locally().adding("SET LOCAL lock_timeout = '30s'")
        .using(.commit) { _ in nil }
    /// Reads which process leads which feed.
    static let leaseRead = read.using(.lease) { _ in nil }
    /// Takes and renews leases.
    ///
    /// A commit compares the name of the leader and the epoch, so it is refused if a failover has
    /// lost the lease.
    static let lease = write.locally().using(.lease) { _ in nil }

    /// Returns a mode that takes the connections of another use.
    func using(
        _ use: ConnectionUse,
        waitingUpTo wait: @escaping @Sendable (PostgresLimits) -> Duration? = { $0.wait }
    ) -> TransactionMode {
        var mode = self
        (mode.use, mode.wait) = (use, wait)
        return mode
    }

    /// Returns the time for which a transaction may still wait for a connection; `nil` if it is
    /// unlimited.
    func waitLimit(
        since start: ContinuousClock.Instant, _ limits: PostgresLimits
    ) -> Duration? {
        [wait(limits), waits(limits)].compactMap(\.self).min().map {
            max(.zero, $0 - start.duration(to: .now))
        }
    }

    /// Returns a mode for the change of a person, who waits for the answer.
    func forPerson() -> TransactionMode {
        var mode = self
        mode.waits = { $0.lock }
        return mode
    }

    /// Returns a mode for something that is not important enough to wait for anything.
    func unimportant() -> TransactionMode {
        var mode = notDurable().adding("SET LOCAL lock_timeout = '100ms'")
        mode.wait = { _ in .zero }
        return mode
    }

    /// Returns a mode whose commit does not wait for standbys.
    private func locally() -> TransactionMode { adding("SET LOCAL synchronous_commit = local") }

    /// Returns a mode in which the last commits may be lost in a power failure, but nothing else.
    func notDurable() -> TransactionMode { adding("SET LOCAL synchronous_commit = off") }

    /// Returns a mode that begins with a further statement.
    func adding(_ sql: String, _ value: String? = nil) -> TransactionMode {
        var mode = self
        mode.start.append(BoundaryStatement(sql: sql, value: value))
        return mode
    }
}
