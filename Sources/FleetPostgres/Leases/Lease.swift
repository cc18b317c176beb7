/// The lease of a feed, which a commit checks.
public struct Lease: Hashable, Sendable {
    /// Random name of the process that has it.
    public let leader: String
    /// Number of the takeover that it began with.
    public let epoch: Int64

    /// Creates the lease of a process.
    public init(leader: String, epoch: Int64) { (self.leader, self.epoch) = (leader, epoch) }
}
