/// Mark of the content of a database: it differs after each commit of any process.
///
/// A cache takes the mark before it reads, and reads again when the mark differs.
public struct CommitMark: Equatable, Sendable {
    /// The number of the connection that counts.
    private let connection: Int
    /// Its count.
    private let version: Int64

    /// Creates the mark of a connection's count.
    package init(connection: Int, version: Int64) {
        (self.connection, self.version) = (connection, version)
    }
}
