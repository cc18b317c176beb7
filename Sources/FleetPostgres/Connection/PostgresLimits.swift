/// Times after which work with a database gives up.
///
/// A network may lose data without an error of the socket, and another process may keep a lock. The
/// defaults suit the requests of people, who would not wait for longer.
public struct PostgresLimits: Sendable {
    /// Time to connect to one host, in whole seconds, unless the address says otherwise.
    package var connect = Duration.seconds(3)
    /// Time after which no further attempt to connect is begun: hosts that do not answer would take
    /// theirs again.
    package var attempts = Duration.seconds(4)
    /// Duration beyond which a failed attempt to connect counts as slow.
    package var slowness = Duration.seconds(1)
    /// The longest time in which a server that is full refuses a connection, and time after which a
    /// server that does not answer does not refuse one either.
    package var refusal = Duration.seconds(3)
    /// Time for which the server may leave the first statement of a transaction unanswered.
    ///
    /// That statement waits for nothing, so most connections that a cut network hides are noticed
    /// by it, before the time limit of the transaction.
    package var begin = Duration.seconds(3)
    /// Time for which the server may send nothing while it reads.
    package var read = Duration.seconds(7)
    /// Time for which the server may send nothing in a serializable transaction.
    package var serializable = Duration.seconds(5)
    /// Time for which the server may send nothing in any other write.
    package var write = Duration.seconds(120)
    /// Time for which a statement waits for a lock.
    package var lock = Duration.seconds(4)
    /// Time after which the server ends a transaction in which it hears nothing.
    package var idleness = Duration.seconds(5)
    /// Time to wait for a free connection.
    package var wait = Duration.seconds(5)
    /// Time after which a transaction is not run again after a conflict: the other one may wait for
    /// a standby that is slow.
    package var conflict = Duration.seconds(5)

    /// Creates the limits of the program.
    /// - Parameter patience: Factor of all of them.
    public init(patience: Double = 1) {
        connect *= patience
        attempts *= patience
        slowness *= patience
        refusal *= patience
        begin *= patience
        read *= patience
        serializable *= patience
        write *= patience
        lock *= patience
        idleness *= patience
        wait *= patience
        conflict *= patience
    }
}

extension Duration {
    /// Multiplies a duration.
    fileprivate static func *= (duration: inout Duration, factor: Double) {
        duration = duration * factor
    }
}

extension Duration {
    /// The duration in whole milliseconds, for C and for settings of the server.
    var wholeMilliseconds: CInt { CInt(clamping: Int((self / .milliseconds(1)).rounded(.up))) }
}
