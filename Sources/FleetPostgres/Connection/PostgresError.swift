import FleetSQL

/// An error that the server reported, or the loss of a connection.
struct PostgresError: Error, Equatable {
    /// The SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html); empty for an error
    /// of the connection.
    let state: String
    /// The message in one line, without the values of rows.
    let message: String
    /// Whether the connection cannot be used any more.
    let isConnectionLost: Bool
    /// For an error caused by a standby: whether the transaction is committed.
    private(set) var isCommittedWithoutStandby: Bool?

    init(state: String, message: String, isConnectionLost: Bool = false) {
        self.state = state
        let lines = message.split(separator: "\n").filter { !$0.hasPrefix("\t") }
        self.message = lines.joined(separator: "; ")
        self.isConnectionLost = isConnectionLost
    }

    /// No connection was free in time.
    static let busy = PostgresError(
        state: "", message: "all connections were in use", isConnectionLost: true)

    /// The transaction is committed, but no standby has confirmed it in time.
    static let unconfirmed = {
        var error = PostgresError(state: "", message: "no standby has confirmed the commit")
        error.isCommittedWithoutStandby = true
        return error
    }()

    /// Transactions that wait for a standby have kept their locks for too long.
    static let behindUnconfirmed = {
        var error = PostgresError(state: "55P03", message: "others wait for the standby")
        error.isCommittedWithoutStandby = false
        return error
    }()

    /// Whether a lock of another transaction was the cause: `query_canceled` or
    /// `lock_not_available`, or a conflict.
    var isLock: Bool { state == "57014" || state == "55P03" || isConflict }

    /// Whether the server accepts no more connections: `too_many_connections`.
    var isFull: Bool { state == "53300" }

    /// Whether the same transaction may succeed if it is run again: `serialization_failure` or
    /// `deadlock_detected`.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Whether the server is shutting down, starting, full, lost, or a standby now, or has ended a
    /// transaction in which it heard nothing for too long.
    var isUnavailable: Bool {
        isConnectionLost || state.hasPrefix("08") || state.hasPrefix("57P")
            || ["25006", "25P03", "53300"].contains(state)
    }
}

extension StoreError {
    /// Translates an error of PostgreSQL.
    init(_ error: PostgresError, at path: String) {
        if let isSaved = error.isCommittedWithoutStandby {
            self = .standby(path: path, isSaved: isSaved)
            return
        }
        if error.isUnavailable {
            self = .unavailable(path: path, reason: error.message)
            return
        }
        switch error.state {
        case "53100": self = .diskFull(path: path)
        case "57014", "55P03", "40001", "40P01": self = .locked(path: path)
        case "42501", "28000", "28P01": self = .unwritable(path: path, reason: error.message)
        case "XX001", "XX002": self = .corrupt(path: path)
        default: self = .unreadable(path: path, reason: error.message)
        }
    }
}
