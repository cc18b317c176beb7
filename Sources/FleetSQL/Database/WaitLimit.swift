/// Limits of the time for which work waits for a database.
public enum WaitLimit {
    /// Time for which a change waits for its turn, a connection, locks and a standby, all together.
    ///
    /// It is less than any proxy waits for an answer, so people learn from the server what happened.
    public static let write = Duration.seconds(4)
}
