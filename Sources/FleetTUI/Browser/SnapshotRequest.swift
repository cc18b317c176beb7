/// Request for the content of a screen: at most one is pending, and late results are dropped.
struct SnapshotRequest: Equatable, Sendable {
    /// Number of the last request.
    private(set) var generation = 0
    var isPending = false
    /// Whether its result is already outdated.
    var isOutdated = false
    /// Revision of the requested snapshot.
    var revision: Int64?

    /// Starts a request; while another one is pending, only marks that one as outdated.
    mutating func start(_ revision: Int64) -> Bool {
        guard !isPending else {
            isOutdated = true
            return false
        }
        restart(revision)
        return true
    }

    /// Starts a request, whose result replaces that of a pending one.
    mutating func restart(_ revision: Int64) {
        generation += 1
        (isPending, isOutdated, self.revision) = (true, false, revision)
    }

    /// Forgets the pending request, which will not be answered.
    mutating func forget() {
        (isPending, revision) = (false, nil)
    }
}
