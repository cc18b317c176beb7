import FleetSQL

/// Times after which work with a database gives up.
///
/// A network may lose data without an error of the socket, and another process may keep a lock. The
/// defaults suit the requests of people, who would not wait for longer.
public struct PostgresLimits: Sendable {
    /// Time to connect to one host, in whole seconds, unless the address says otherwise.
    package var connect: Duration
    /// Time after which no further attempt to connect is begun: hosts that do not answer would take
    /// theirs again.
    package var attempts: Duration
    /// Duration beyond which a failed attempt to connect counts as slow.
    package var slowness: Duration
    /// The longest time in which a server that is full refuses a connection, and time after which a
    /// server that does not answer does not refuse one either.
    package var refusal: Duration
    /// Time for which the server may leave the first statement of a transaction unanswered.
    ///
    /// That statement waits for nothing, so most connections that a cut network hides are noticed
    /// by it, before the time limit of the transaction.
    package var begin: Duration
    /// Time for which the server may send nothing while it reads.
    package var read: Duration
    /// Time for which the server may send nothing in a serializable transaction.
    package var serializable: Duration
    /// Time for which the server may send nothing in any other write.
    package var write: Duration
    /// Time for which a statement waits for a lock, and a person's change for everything together.
    package var lock: Duration
    /// Time after which the server ends a transaction in which it hears nothing.
    package var idleness: Duration
    /// Time to wait for a free connection.
    package var wait: Duration
    /// Time after which a transaction is not run again after a conflict: the other one may wait for
    /// a standby that is slow.
    package var conflict: Duration

    /// Creates the limits of the program.
    /// - Parameter timeoutFactor: Factor of all of them.
    public init(timeoutFactor: Double = 1) {
        func seconds(_ number: Int) -> Duration { .seconds(number) * timeoutFactor }
        connect = seconds(3)
        attempts = seconds(4)
        slowness = seconds(1)
        refusal = seconds(3)
        begin = seconds(3)
        read = seconds(7)
        serializable = seconds(5)
        write = seconds(120)
        lock = WaitLimit.write * timeoutFactor
        idleness = seconds(5)
        wait = seconds(5)
        conflict = seconds(5)
    }
}

extension Duration {
    /// The duration in whole milliseconds, for C and for settings of the server.
    var wholeMilliseconds: CInt { CInt(clamping: Int((self / .milliseconds(1)).rounded(.up))) }
}
