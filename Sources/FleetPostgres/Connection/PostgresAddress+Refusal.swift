import CPostgres

extension PostgresAddress {
    /// SQLSTATEs of a server that will not accept the same attempt later: a user or password that
    /// is not authorized (class 28), an unknown database, a missing right.
    private static let refusals = ["28", "3D", "42501"]

    /// The outcome of an attempt to connect.
    private enum Outcome {
        case connected, failed
        /// The SQLSTATE of each host that refused it.
        case refused([String])
    }

    /// Returns whether a server answers, but refuses the user, the password or the database, so
    /// that waiting is of no use; blocks for a few seconds at most.
    public func isRefused(within limits: PostgresLimits = PostgresLimits()) -> Bool {
        guard case .refused(let states) = attempt(limits) else { return false }
        return states.contains { Self.refusals.contains(where: $0.hasPrefix) }
    }

    /// Returns whether a server that has just refused a connection did so because it had too many
    /// (`too_many_connections`); blocks for a few seconds at most.
    func isFull(within limits: PostgresLimits) -> Bool {
        switch attempt(limits) {
        case .connected: true
        case .refused(let states): states.contains("53300")
        case .failed: false
        }
    }

    /// Connects, and learns why that fails.
    ///
    /// libpq reports why an attempt to connect has failed as text only, in the language of the
    /// server. With this verbosity, the text is the SQLSTATE.
    private func attempt(_ limits: PostgresLimits) -> Outcome {
        guard let pq = cpostgres_load()?.pointee else { return .failed }
        let parameters = parameters(within: limits)
        let handle = CStrings.with(parameters.map(\.keyword)) { keywords in
            CStrings.with(parameters.map(\.value)) { pq.PQconnectStartParams(keywords, $0, 0) }
        }
        guard let handle else { return .failed }
        defer { pq.PQfinish(handle) }
        _ = pq.PQsetErrorVerbosity(handle, CInt(cpostgres_only_sqlstate))
        guard let hasFailed = Self.hasFailed(handle, limits.refusal, pq) else { return .failed }
        guard hasFailed else { return .connected }
        // `invalid_password`, without an answer of the server
        if pq.PQconnectionNeedsPassword(handle) == 1 { return .refused(["28P01"]) }
        let message = pq.PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        // `connection to server … failed: FATAL:  28P01`, a line for each host
        let states = message.split(whereSeparator: \.isNewline).map { String($0.suffix(5)) }
        return .refused(states)
    }

    /// Runs an attempt to connect to its end; returns whether it has failed, `nil` without an
    /// answer within the limit.
    private static func hasFailed(
        _ handle: OpaquePointer, _ limit: Duration, _ pq: cpostgres_functions
    ) -> Bool? {
        let end = ContinuousClock.now + limit
        var step = cpostgres_polling_writing
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return nil }
            // Without a socket, for example because its file is missing, the attempt has failed.
            guard pq.PQsocket(handle) >= 0 else { return true }
            switch step {
            case cpostgres_polling_writing:
                _ = cpostgres_wait_for_output(pq.PQsocket(handle), left.wholeMilliseconds)
            case cpostgres_polling_reading:
                _ = cpostgres_wait(pq.PQsocket(handle), left.wholeMilliseconds)
            default: return step == cpostgres_polling_failed
            }
            step = Int(pq.PQconnectPoll(handle))
        }
    }
}
