import CPostgres
import FleetStore

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

    /// Time for which the server may leave the first statement of a transaction unanswered, in seconds.
    ///
    /// That statement waits for nothing, so most connections that a cut network hides are noticed by
    /// it, before the time limit of the transaction.
    private static let beginTimeout: Int32 = 3

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
        timeout = min(Self.beginTimeout, mode.timeout)
    }

    /// Begins the transaction that waits for its first statement.
    func beginNow() throws {
        try finishEnding()
        switch transaction {
        case .none, .begun: return
        case .starting: throw Self.notBegun
        case .waiting(let mode):
            transaction = .starting
            let text = mode.start.joined(separator: "; ")
            pq.PQclear(try answer(to: pq.PQsendQuery(handle, text)))
            transaction = .begun
            timeout = mode.timeout
        }
    }

    /// Ends a transaction without a wait: the answer, after which nothing could be lost, is read with
    /// the next statement.
    func endReading() throws {
        guard try isBegun() else { return }
        transaction = .none
        try enterPipeline()
        isEnding = true
        try sendPipelined(["COMMIT"])
        try requirePipelined(pq.PQpipelineSync(handle))
    }

    /// Commits.
    /// - Throws: ``PostgresError``; if the connection was lost, nobody knows whether it is committed.
    func commit() throws {
        guard try isBegun() else { return }
        transaction = .none
        guard try run("COMMIT") == "COMMIT" else {
            // The transaction failed before, and the error was ignored.
            throw PostgresError(state: "25P02", message: "the transaction was rolled back")
        }
    }

    /// Undoes what the transaction has done.
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
        transaction = .starting
        try sendPipelined(mode.start)
        // Otherwise the server keeps its answers until the statement has ended, and a write may wait
        // for a lock. Reads begin with a row that an index finds.
        if !mode.isReadOnly { try requirePipelined(pq.PQsendFlushRequest(handle)) }
        try requirePipelined(send(statement, values))
        try requirePipelined(pq.PQpipelineSync(handle))
        if isEnding {
            isEnding = false
            readToSync()
        }
        for _ in mode.start { pq.PQclear(try answer(to: 1)) }
        transaction = .begun
        timeout = mode.timeout
        _ = pq.PQsetSingleRowMode(handle)
    }

    private func enterPipeline() throws {
        try requirePipelined(pq.PQenterPipelineMode(handle))
        isPipelined = true
    }

    private func sendPipelined(_ statements: [String]) throws {
        for text in statements {
            try requirePipelined(pq.PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0))
        }
    }

    /// - Throws: ``PostgresError`` if something could not be sent; nobody knows then what the answers
    ///   to wait for are.
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
