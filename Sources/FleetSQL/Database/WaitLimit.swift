/// Limits of the time for which work waits for a database.
public enum WaitLimit {
    /// Time for which a change waits for its turn, a connection, locks and a standby, all together.
    ///
    /// Proxies wait longer for an answer, so people learn the cause from the server.
    public static let write = Duration.seconds(4)
}
