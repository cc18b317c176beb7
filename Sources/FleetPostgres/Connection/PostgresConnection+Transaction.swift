import CPostgres
import FleetSQL

/// Transactions, which begin together with their first statement in libpq's pipeline mode
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html).
extension PostgresConnection {
    /// A transaction from its begin to its end.
    enum Transaction {
        case none
        /// Begins with the next statement.
        case waiting(TransactionMode)
        /// The server was asked to begin it, and has not answered.
        case starting
        case begun
    }

    /// Whether a transaction was to begin, and the server has not answered that it has.
    var isStarting: Bool {
        switch transaction {
        case .waiting, .starting: true
        case .none, .begun: false
        }
    }

    /// Begins a transaction together with its first statement, so that both take one answer's time.
    ///
    /// Its time limit holds from the answer on.
    func begin(_ mode: TransactionMode) {
        transaction = .waiting(mode)
        (waitDeadline, lockLimit) = (nil, limits.lock)
        timeout = limits.begin
    }

    /// Begins the transaction that waits for its first statement.
    func beginNow() throws {
        try finishEnding()
        switch transaction {
        case .none, .begun: return
        case .starting: throw Self.notBegun
        case .waiting(let mode):
            try enterPipeline()
            defer { leavePipeline() }
            let prepared = try sendBegin(of: mode)
            try requirePipelined(pq.PQpipelineSync(handle))
            try readBegin(of: mode, preparing: prepared)
        }
    }

    /// Ends a transaction without a wait: the answer, after which nothing could be lost, is read
    /// with the next statement.
    func endReading() throws {
        guard try isBegun() else { return }
        transaction = .none
        try enterPipeline()
        isEnding = true
        try sendPipelined(.commit)
        try requirePipelined(pq.PQpipelineSync(handle))
    }

    /// Commits.
    /// - Throws: ``PostgresError``; if the connection was lost, the outcome is unknown.
    func commit() throws {
        guard try isBegun() else { return }
        transaction = .none
        let before = notices.count
        // A commit that waits for nothing takes less.
        commitDeadline = waitDeadline.map { max($0, .now + .milliseconds(250)) }
        defer { commitDeadline = nil }
        guard try run("COMMIT") == "COMMIT" else {
            // The transaction failed before, and the error was ignored.
            throw PostgresError(state: "25P02", message: "the transaction was rolled back")
        }
        guard hasCancelledCommit else { return }
        // The request to cancel may arrive later than the answer, and must find no other statement.
        isBroken = true
        // The server warns that it has only committed locally.
        if notices.count > before { throw PostgresError.unconfirmed }
    }

    /// Whether a transaction of this login waits for a standby to confirm it, and keeps its locks.
    var standbyIsAwaited: Bool {
        var isAwaited = false
        _ = try? query(
            "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1", []
        ) { _ in isAwaited = true }
        return isAwaited
    }

    /// Limits the wait of the next statement for locks, if those before have used up a part of the
    /// time.
    func limitLockWait() throws {
        guard hasShortLockWait, case .begun = transaction else { return }
        lockLimit = lockWait
        try run("SET LOCAL lock_timeout = '\(lockLimit.wholeMilliseconds)ms'")
    }

    /// Whether the transaction may wait for locks for less time than the server knows.
    var hasShortLockWait: Bool { lockLimit - lockWait > .milliseconds(100) }

    /// Time for which the transaction may still wait for locks.
    private var lockWait: Duration {
        let rest = waitDeadline.map { ContinuousClock.now.duration(to: $0) } ?? lockLimit
        return max(rest, .milliseconds(10))
    }

    /// Undoes the transaction.
    func rollBack() throws {
        let ended = transaction
        transaction = .none
        if case .waiting = ended { return }
        try run("ROLLBACK")
    }

    /// Returns false for a transaction without a statement, which has ended then.
    private func isBegun() throws -> Bool {
        switch transaction {
        case .begun: return true
        case .starting: throw Self.notBegun
        case .none, .waiting:
            transaction = .none
            return false
        }
    }

    private static let notBegun = PostgresError(
        state: "", message: "the transaction did not begin", isConnectionLost: true)

    /// Reads the answer to the end of the transaction before.
    private func finishEnding() throws {
        guard isEnding else { return }
        isEnding = false
        leavePipeline()
        guard isUsable else { throw lastError() }
    }

    /// Begins a transaction with a statement, whose rows remain to be read.
    func begin(
        _ mode: TransactionMode, sending statement: PreparedStatement, _ values: [SQLValue]
    ) throws {
        if !isEnding { try enterPipeline() }
        let prepared = try sendBegin(of: mode)
        // Otherwise the server keeps its answers until the statement has ended, and a write may
        // wait for a lock. Reads begin with a row that an index finds.
        if !mode.isReadOnly { try requirePipelined(pq.PQsendFlushRequest(handle)) }
        try requirePipelined(send(statement, values))
        try requirePipelined(pq.PQpipelineSync(handle))
        if isEnding {
            isEnding = false
            readToSync()
        }
        try readBegin(of: mode, preparing: prepared)
        _ = pq.PQsetSingleRowMode(handle)
    }

    /// Sends the begin of a transaction; returns the SQL texts of the statements that are prepared
    /// with it.
    private func sendBegin(of mode: TransactionMode) throws -> [String] {
        transaction = .starting
        var prepared: [String] = []
        func prepare(_ statement: BoundaryStatement) throws {
            guard boundaries[statement.sql] == nil else { return }
            let (name, sql) = (statements.nextName, PreparedStatement.numbered(statement.sql))
            try requirePipelined(pq.PQsendPrepare(handle, name, sql, 0, nil))
            boundaries[statement.sql] = name
            prepared.append(statement.sql)
        }
        // The mode must be set before a query is prepared.
        for statement in mode.start {
            try prepare(statement)
            try sendPipelined(statement)
        }
        try prepare(.commit)
        return prepared
    }

    /// Reads the answers to the begin of a transaction, whose time limit holds from then on.
    private func readBegin(of mode: TransactionMode, preparing prepared: [String]) throws {
        do {
            for _ in 0..<(prepared.count + mode.start.count) { pq.PQclear(try answer(to: 1)) }
        } catch {
            for sql in prepared { boundaries[sql] = nil }
            throw error
        }
        transaction = .begun
        timeout = mode.timeout(limits)
    }

    private func sendPipelined(_ statement: BoundaryStatement) throws {
        let texts = [statement.value].compactMap(\.self)
        let sent = CStrings.with(texts) { values in
            let count = CInt(texts.count)
            guard let name = boundaries[statement.sql] else {
                let sql = PreparedStatement.numbered(statement.sql)
                return pq.PQsendQueryParams(handle, sql, count, nil, values, nil, nil, 0)
            }
            return pq.PQsendQueryPrepared(handle, name, count, values, nil, nil, 0)
        }
        try requirePipelined(sent)
    }

    private func enterPipeline() throws {
        try requirePipelined(pq.PQenterPipelineMode(handle))
        isPipelined = true
    }

    /// - Throws: ``PostgresError`` if something could not be sent; the connection is then broken,
    ///   because it is unknown which results will arrive.
    private func requirePipelined(_ sent: CInt) throws {
        guard sent == 1 else {
            defer { isBroken = true }
            throw lastError()
        }
    }

    /// Reads the answers to a pipeline to its end.
    func leavePipeline() {
        isPipelined = false
        readToSync()
        if pq.PQexitPipelineMode(handle) != 1 { isBroken = true }
    }

    /// Reads the answers up to the next point at which the server has answered everything before.
    private func readToSync() {
        var isSynced = false
        while !isSynced, isUsable {
            let result = try? nextResult()
            isSynced = Int(pq.PQresultStatus(result)) == cpostgres_pipeline_sync
            pq.PQclear(result)
        }
    }
}
