import FleetCore

/// The leases that all processes have at one time.
struct LeaseOverview: Equatable, Sendable {
    /// The name of this process.
    let own: String
    /// The processes that lead a feed.
    var leaders: [SourceKey: String] = [:]
    /// The processes that ask the leader of a feed for its lease.
    var claims: [SourceKey: String] = [:]

    /// Returns the number of leases of one kind of feed that a process has.
    func count(of leader: String, _ feed: Source.Feed) -> Int {
        leaders.count { $0.key.feed == feed && $0.value == leader }
    }
}

/// Spreading of the leases over the servers.
///
/// A server that has at least two leases fewer than another asks it for one, and gets it once the
/// other has stopped polling that feed: one at a time, until no difference is greater than one. So
/// a server never gets a lease back that it has handed over. Vehicles and sites are counted
/// separately, because vehicles are more work.
extension LeaseMachine {
    /// Smallest difference between two servers for which one hands a lease over to the other.
    private static let difference = 2

    /// Returns whether the leases of all processes should be read now.
    mutating func needsOverview(at now: Instant) -> Bool {
        guard takesShare, overviewAt.map({ $0 <= now }) ?? true else { return false }
        overviewAt = now + Timing.overviewInterval
        return true
    }

    /// Returns a feed to ask its leader for; `nil` if this process has its share, or waits for one.
    func claim(in overview: LeaseOverview) -> SourceKey? {
        guard takesShare, !overview.claims.values.contains(overview.own) else { return nil }
        let claims = Source.Feed.allCases.compactMap { feed -> (key: SourceKey, count: Int)? in
            let own = leading(feed).count
            return overview.leaders
                .filter { $0.key.feed == feed && overview.claims[$0.key] == nil }
                .filter { isFollower(of: $0.key) && $0.value != overview.own }
                .map { (key: $0.key, count: overview.count(of: $0.value, feed)) }
                .filter { $0.count - own >= Self.difference }
                .max { ($0.count, $0.key.text) < ($1.count, $1.key.text) }
        }
        return claims.first?.key
    }

    /// Hands over one lease at most, to a process that has markedly fewer.
    mutating func handOver(_ overview: LeaseOverview) -> [LeaseChange] {
        for (key, claimant) in overview.claims.sorted(by: { $0.key.text < $1.key.text }) {
            let own = leading(key.feed)
            guard own.contains(key), claimant != overview.own,
                own.count - overview.count(of: claimant, key.feed) >= Self.difference
            else { continue }
            stopLeading(key)
            return [.handedOver(key)]
        }
        return []
    }
}
