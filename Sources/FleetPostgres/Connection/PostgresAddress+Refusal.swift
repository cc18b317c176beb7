import CPostgres

extension PostgresAddress {
    /// Time after which a server that does not answer does not refuse either.
    private static let limit = Duration.seconds(3)
    /// SQLSTATEs of a server that will not accept the same attempt later: a user or password that is
    /// not authorized (class 28), an unknown database, a missing right.
    private static let refusals = ["28", "3D", "42501"]

    /// Returns whether a server answers, but refuses the user, the password or the database, so that
    /// waiting is of no use; blocks for a few seconds at most.
    ///
    /// libpq reports why an attempt to connect has failed as text only, in the language of the server.
    /// With this verbosity, the text is the SQLSTATE.
    public func isRefused() -> Bool {
        guard let pq = cpostgres_load()?.pointee else { return false }
        let handle = CStrings.with(parameters.map(\.keyword)) { keywords in
            CStrings.with(parameters.map(\.value)) { pq.PQconnectStartParams(keywords, $0, 0) }
        }
        guard let handle else { return false }
        defer { pq.PQfinish(handle) }
        _ = pq.PQsetErrorVerbosity(handle, CInt(cpostgres_only_sqlstate))
        guard Self.hasFailed(handle, pq) else { return false }
        if pq.PQconnectionNeedsPassword(handle) == 1 { return true }
        let message = pq.PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        // `connection to server … failed: FATAL:  28P01`, a line for each host
        let states = message.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        return states.contains { state in
            state.count == 5 && Self.refusals.contains(where: state.hasPrefix)
        }
    }

    /// Runs an attempt to connect to its end; returns whether it has failed within the limit.
    private static func hasFailed(_ handle: OpaquePointer, _ pq: cpostgres_functions) -> Bool {
        let end = ContinuousClock.now + limit
        var step = cpostgres_polling_writing
        while true {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { return false }
            switch step {
            case cpostgres_polling_writing:
                _ = cpostgres_wait_for_output(pq.PQsocket(handle), CInt(left.rounded(.up)))
            case cpostgres_polling_reading:
                _ = cpostgres_wait(pq.PQsocket(handle), CInt(left.rounded(.up)))
            default: return step == cpostgres_polling_failed
            }
            step = Int(pq.PQconnectPoll(handle))
        }
    }
}
