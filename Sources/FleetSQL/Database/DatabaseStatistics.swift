/// Numbers about the use of a database by this process, since its start.
public struct DatabaseStatistics: Equatable, Sendable {
    /// Connections for one use, such as reads.
    public struct Connections: Equatable, Sendable {
        /// Name of the use.
        public var name: String
        /// Number of connections that run a transaction.
        public var inUse: Int
        /// Number of open connections that do not.
        public var idle: Int

        /// Creates the numbers of a use.
        public init(name: String, inUse: Int, idle: Int) {
            (self.name, self.inUse, self.idle) = (name, inUse, idle)
        }
    }

    /// The connections by their use.
    public var connections: [Connections]
    /// Number of transactions that had to wait for a connection.
    public var waits: Int
    /// Number of transactions that failed, by cause.
    public var errors: [String: Int]

    /// Creates the numbers of a database.
    public init(connections: [Connections] = [], waits: Int = 0, errors: [String: Int] = [:]) {
        (self.connections, self.waits, self.errors) = (connections, waits, errors)
    }
}
