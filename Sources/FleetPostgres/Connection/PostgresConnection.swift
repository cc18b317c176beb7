import CPostgres
import Dispatch
import FleetSQL

/// A connection to a database; for one thread at a time.
final class PostgresConnection {
    let pq: cpostgres_functions
    let handle: OpaquePointer
    let statements = StatementCache()
    /// The names of the prepared statements that begin and end transactions, by their SQL texts.
    var boundaries: [String: String] = [:]
    /// Whether a query's rows are being read, or a COPY is going on.
    private(set) var isBusy = false
    let limits: PostgresLimits
    /// The server's process for the connection when it began (`pg_backend_pid`).
    private(set) var process = 0
    /// Time for which the server may send nothing; `nil` if it is unlimited.
    var timeout: Duration?
    /// Whether the server has sent nothing for that time.
    private(set) var hasTimedOut = false
    /// Time until which the transaction may wait for locks and a standby; `nil` if it is unlimited.
    var waitDeadline: ContinuousClock.Instant?
    /// The `lock_timeout` of the transaction.
    var lockLimit: Duration
    /// Time after which the commit that is under way waits for no standby; `nil` if it is unlimited.
    var commitDeadline: ContinuousClock.Instant?
    /// Whether the server was asked to end the wait of a commit.
    private(set) var hasCancelledCommit = false
    /// The notices that the server has sent.
    let notices = Notices()
    /// Whether an unknown part of the data has been sent to the server.
    var isBroken = false
    var transaction = Transaction.none
    /// Whether the server's answer to the end of a read transaction has not been read.
    var isEnding = false
    /// Whether statements are sent without waiting for the answers to those before.
    var isPipelined = false

    /// Connects to the first host of the address that accepts it.
    /// - Throws: ``PostgresError``, `StoreError.libraryMissing`; `StoreError.unreadable` for a
    ///   server that is too old.
    init(to address: PostgresAddress, within limits: PostgresLimits) throws {
        guard let pq = cpostgres_load()?.pointee else { throw StoreError.libraryMissing }
        (self.pq, self.limits, lockLimit) = (pq, limits, limits.lock)
        handle = try Self.connect(address, limits, pq)
        // Notices would be printed.
        _ = pq.PQsetNoticeProcessor(
            handle,
            { notices, _ in
                notices.map { Unmanaged<Notices>.fromOpaque($0).takeUnretainedValue().count += 1 }
            }, Unmanaged.passUnretained(notices).toOpaque())
        guard isUsable else { throw lastError() }
        guard pq.PQserverVersion(handle) >= 150_000 else {
            throw StoreError.unreadable(
                path: address.shown, reason: "PostgreSQL 15 or later is needed")
        }
        timeout = limits.read
        process = try number(Self.settings(limits) + ";\nSELECT pg_backend_pid()")
        timeout = nil
    }

    /// Returns a connection; if each attempt fails, the one of the first, which has the cause.
    private static func connect(
        _ address: PostgresAddress, _ limits: PostgresLimits, _ pq: cpostgres_functions
    ) throws -> OpaquePointer {
        let start = ContinuousClock.now
        var failed: OpaquePointer?
        for parameters in address.attempts(within: limits)
        where failed == nil || start.duration(to: .now) < limits.attempts {
            let handle = CStrings.with(parameters.map(\.keyword)) { keywords in
                CStrings.with(parameters.map(\.value)) { pq.PQconnectdbParams(keywords, $0, 0) }
            }
            guard let handle else { continue }
            if Int(pq.PQstatus(handle)) == cpostgres_connection_ok {
                pq.PQfinish(failed)
                return handle
            }
            if failed == nil { failed = handle } else { pq.PQfinish(handle) }
        }
        guard let failed else {
            throw PostgresError(state: "", message: "out of memory", isConnectionLost: true)
        }
        return failed
    }

    deinit {
        if hasTimedOut { cancelStatement() }
        pq.PQfinish(handle)
    }

    /// Number of notices and warnings of the server.
    ///
    /// libpq has an unretained pointer to it, for as long as the connection is open.
    final class Notices {
        var count = 0
    }

    /// Asks the server, without waiting, to end the statement that it has not answered: a commit
    /// that waits for a lost standby does not notice that its client has gone, and would keep one
    /// of the server's connections.
    private func cancelStatement() {
        guard let cancel = pq.PQgetCancel(handle) else { return }
        let request = CancelRequest(pq: pq, cancel: cancel)
        Self.cancels.async { request.send() }
    }

    /// Sends the requests to cancel one at a time, because each waits for the server.
    private static let cancels = DispatchQueue(label: "postgres-cancel")

    // SAFETY: owned by one thread after the other.
    private struct CancelRequest: @unchecked Sendable {
        let pq: cpostgres_functions
        let cancel: OpaquePointer

        func send() {
            var message = [CChar](repeating: 0, count: 256)
            _ = pq.PQcancel(cancel, &message, CInt(message.count))
            pq.PQfreeCancel(cancel)
        }
    }

    /// Whether the connection was not lost, as far as is known.
    var isUsable: Bool {
        !hasTimedOut && !isBroken && Int(pq.PQstatus(handle)) == cpostgres_connection_ok
    }

    /// The descriptor of the socket; −1 without a connection.
    var socket: CInt { pq.PQsocket(handle) }

    /// Runs one or several statements without parameters or rows; returns the last command's tag.
    @discardableResult
    func run(_ sql: String) throws -> String {
        try beginNow()
        let result = try answer(to: pq.PQsendQuery(handle, sql))
        defer { pq.PQclear(result) }
        return pq.PQcmdStatus(result).map { String(cString: $0) } ?? ""
    }

    /// Runs one or several statements without parameters; returns the number that the last one finds.
    func number(_ sql: String) throws -> Int {
        let result = try answer(to: pq.PQsendQuery(handle, sql))
        defer { pq.PQclear(result) }
        return pq.PQgetvalue(result, 0, 0).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Runs a statement and calls `body` with each row; returns the number of rows that it
    /// inserted, changed or deleted.
    ///
    /// The rows arrive one by one, so that a large result needs no memory.
    func query(
        _ sql: String, _ values: [SQLValue], _ body: (PostgresRow) throws -> Void
    ) throws -> Int {
        try requireIdle()
        defer { discardResults() }
        let statement = try send(sql, values)
        isBusy = true
        defer { isBusy = false }
        var count = 0
        while let result = try nextResult() {
            defer { pq.PQclear(result) }
            switch Int(pq.PQresultStatus(result)) {
            case cpostgres_single_tuple:
                try body(PostgresRow(connection: self, result: result, statement: statement))
            case cpostgres_tuples_ok, cpostgres_command_ok, cpostgres_empty_query:
                count = pq.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
            default: throw error(of: result)
            }
        }
        return count
    }

    /// Runs a `COPY … FROM STDIN (FORMAT binary)`.
    func copy(
        into statement: String, _ rows: (CopyWriter) throws -> Void
    ) throws -> Int {
        try requireIdle()
        try beginNow()
        let started = try answer(to: pq.PQsendQuery(handle, statement), cpostgres_copy_in)
        pq.PQclear(started)
        isBusy = true
        defer {
            discardResults()
            isBusy = false
        }
        let writer = CopyWriter(connection: self)
        do {
            try rows(writer)
            try writer.finish()
        } catch {
            _ = pq.PQputCopyEnd(handle, "cancelled")
            throw error
        }
        guard pq.PQputCopyEnd(handle, nil) == 1 else { throw lastError() }
        let result = try success(of: nextResult())
        defer { pq.PQclear(result) }
        return pq.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Sends bytes of a COPY.
    func send(_ bytes: [UInt8]) throws {
        let sent = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                pq.PQputCopyData(handle, $0.baseAddress, CInt($0.count))
            }
        }
        guard sent == 1 else { throw lastError() }
    }

    /// Returns the notifications that have arrived: their channels and payloads.
    /// - Throws: ``PostgresError`` if the connection was lost.
    func notifications() throws -> [(channel: String, payload: String)] {
        guard pq.PQconsumeInput(handle) == 1 else { throw lastError() }
        var found: [(channel: String, payload: String)] = []
        while let notification = pq.PQnotifies(handle) {
            defer { pq.PQfreemem(notification) }
            let texts = [notification.pointee.relname, notification.pointee.extra].map {
                $0.map { String(cString: $0) } ?? ""
            }
            found.append((texts[0], texts[1]))
        }
        return found
    }

    /// Settings of a session.
    ///
    /// Statements find only the tables of the program. A process that hangs or is cut off loses its
    /// locks. A confirmed commit is durable, whatever the server's default is.
    private static func settings(_ limits: PostgresLimits) -> String {
        """
        SET search_path = fleet;
        SET idle_in_transaction_session_timeout = '\(limits.idleness.wholeMilliseconds)ms';
        SET tcp_keepalives_idle = 5;
        SET tcp_keepalives_interval = 2;
        SET tcp_keepalives_count = 3;
        SET tcp_user_timeout = '10s';
        SET lock_timeout = '\(limits.lock.wholeMilliseconds)ms';
        SET TimeZone = 'UTC';
        SET jit = off;
        SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') = 'off'
        """
    }
}

extension PostgresConnection {
    /// Sends a statement, with the begin of the transaction if it waits; returns it prepared.
    private func send(_ sql: String, _ values: [SQLValue]) throws -> PreparedStatement {
        if case .waiting(let mode) = transaction, !hasShortLockWait, let known = statements[sql] {
            try begin(mode, sending: known, values)
            return known
        }
        try beginNow()
        try limitLockWait()
        let statement = try statement(sql)
        guard send(statement, values) == 1 else { throw lastError() }
        _ = pq.PQsetSingleRowMode(handle)
        return statement
    }

    /// Returns the prepared statement of an SQL text, with the types of its columns.
    private func statement(_ sql: String) throws -> PreparedStatement {
        if let statement = statements[sql] { return statement }
        if statements.isFull {
            try run("DEALLOCATE ALL")
            statements.removeAll()
            boundaries = [:]
        }
        let name = statements.nextName
        let prepared = try answer(
            to: pq.PQsendPrepare(handle, name, PreparedStatement.numbered(sql), 0, nil))
        pq.PQclear(prepared)
        let described = try answer(to: pq.PQsendDescribePrepared(handle, name))
        defer { pq.PQclear(described) }
        let types = (0..<pq.PQnfields(described)).map { pq.PQftype(described, $0) }
        let statement = PreparedStatement(name: name, types: types)
        statements[sql] = statement
        return statement
    }

    func send(_ statement: PreparedStatement, _ values: [SQLValue]) -> CInt {
        let texts = values.map(\.postgresText)
        return CStrings.with(texts) { values in
            pq.PQsendQueryPrepared(
                handle, statement.name, CInt(texts.count), values, nil, nil,
                statement.isBinary ? 1 : 0)
        }
    }

    /// Returns the last result of the statements that were sent, a success, which the caller clears.
    /// - Parameter sent: 1 if it could be sent.
    func answer(to sent: CInt, _ expected: Int? = nil) throws -> OpaquePointer {
        guard sent == 1 else { throw lastError() }
        var last: OpaquePointer?
        do {
            while let result = try nextResult() {
                pq.PQclear(last)
                last = result
                // The next results come after the rows.
                if Int(pq.PQresultStatus(result)) == cpostgres_copy_in { break }
            }
        } catch {
            pq.PQclear(last)
            throw error
        }
        return try success(of: last, expected)
    }

    /// Returns the next result of the statements, which the caller clears; `nil` after the last one.
    func nextResult() throws -> OpaquePointer? {
        while isUsable, pq.PQisBusy(handle) == 1 {
            let rest = commitDeadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
            let limit = [timeout, rest].compactMap(\.self).min()
            guard cpostgres_wait(socket, limit?.wholeMilliseconds ?? -1) else {
                if limit == rest, rest != nil {
                    (commitDeadline, hasCancelledCommit) = (nil, true)
                    cancelStatement()
                    continue
                }
                hasTimedOut = true
                throw lastError()
            }
            guard pq.PQconsumeInput(handle) == 1 else { break }
        }
        if hasTimedOut { throw lastError() }
        return pq.PQgetResult(handle)
    }

    /// Returns a result that is a success, which the caller clears.
    private func success(of result: OpaquePointer?, _ expected: Int? = nil) throws -> OpaquePointer
    {
        guard let result else { throw lastError() }
        let status = Int(pq.PQresultStatus(result))
        let successes =
            expected.map { [$0] } ?? [
                cpostgres_command_ok, cpostgres_tuples_ok, cpostgres_empty_query,
            ]
        if successes.contains(status) { return result }
        defer { pq.PQclear(result) }
        throw error(of: result)
    }

    private func requireIdle() throws {
        guard !isBusy else {
            throw PostgresError(state: "", message: "a statement inside of another one's rows")
        }
    }

    /// Reads the rest of a result, so that the next statement can be sent.
    private func discardResults() {
        if isPipelined { return leavePipeline() }
        while let result = try? nextResult() {
            let status = Int(pq.PQresultStatus(result))
            pq.PQclear(result)
            if status == cpostgres_copy_in, pq.PQputCopyEnd(handle, "cancelled") != 1 { return }
            if !isUsable { return }
        }
    }

    private func error(of result: OpaquePointer) -> PostgresError {
        func field(_ code: Int) -> String? {
            pq.PQresultErrorField(result, CInt(code)).map { String(cString: $0) }
        }
        // Without a state, it is not the server that reports it.
        let state = field(cpostgres_sqlstate)
        let message =
            field(cpostgres_primary_message)
            ?? pq.PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
        return PostgresError(
            state: state ?? "", message: message, isConnectionLost: state == nil || !isUsable)
    }

    func lastError() -> PostgresError {
        if hasTimedOut {
            return PostgresError(
                state: "", message: "the server does not answer", isConnectionLost: true)
        }
        return PostgresError(
            state: "", message: pq.PQerrorMessage(handle).map { String(cString: $0) } ?? "",
            isConnectionLost: !isUsable)
    }
}
