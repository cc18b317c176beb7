import FleetCore

/// Decisions of one process about the leases of the feeds that it polls or follows.
///
/// It is a value without a clock and a database: ``request(vacant:_:at:)`` returns what to write,
/// and ``receive(_:requestedAt:)`` and ``expire(at:)`` return the changes.
///
/// Two clocks limit a lease: others take it over by the clock of the database; this process gives
/// it up by its own clock, which counts from before the request and so ends earlier. A process that
/// was suspended or cut off finds its leases expired before it does anything else.
struct LeaseMachine: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Times of a lease.
    enum Timing {
        /// Validity of a lease after each renewal, by the clock of the database.
        static let lifetime = Duration.seconds(8)
        /// Time between two renewals.
        static let renewalInterval = Duration.seconds(2)
        /// Time before the end of the validity at which the leader stops, so that its last request
        /// has ended before another process takes over.
        static let margin = Duration.seconds(1)
        /// Time between two looks at the leases of all processes, to spread them.
        static let overviewInterval = Duration.seconds(1)
        /// Time for which a process that asks for a lease comes before others.
        static let claimLifetime = Duration.seconds(5)
    }

    /// The part of this process in a feed.
    private enum Role {
        /// Another process leads the feed, or none.
        ///
        /// It is registered once its lease has a row in the database.
        case follower(isRegistered: Bool)
        case leader(Lease)
    }

    private struct Lease {
        let epoch: Int64
        var validUntil: Instant
        /// Whether this process stops polling, so that another one takes the lease over.
        var isHandedOver = false
    }

    /// Whether this process is a server, which takes a fair share of the leases.
    var takesShare = false
    private var roles: [SourceKey: Role] = [:]
    private var renewAt: Instant?
    /// The time of the next look at the leases of all processes.
    var overviewAt: Instant?

    /// The feeds of this process.
    var feeds: some Collection<SourceKey> { roles.keys }

    /// Returns the epoch of the lease of a feed; `nil` unless this process leads it at this time.
    func epoch(of feed: SourceKey, at now: Instant) -> Int64? {
        guard case .leader(let lease) = roles[feed], now < lease.validUntil else { return nil }
        return lease.epoch
    }

    /// Returns the feeds of one kind that this process leads and continues to lead.
    func leading(_ feed: Source.Feed) -> [SourceKey] {
        roles.compactMap { key, role in
            guard case .leader(let lease) = role, key.feed == feed, !lease.isHandedOver else {
                return nil
            }
            return key
        }
    }

    /// Returns whether another process may lead a feed in which this one takes part.
    func isFollower(of feed: SourceKey) -> Bool {
        if case .follower(isRegistered: true) = roles[feed] { true } else { false }
    }

    /// Marks the lease of a feed as handed over; it is kept until the candidate leaves.
    mutating func stopLeading(_ feed: SourceKey) {
        guard case .leader(var lease) = roles[feed] else { return }
        lease.isHandedOver = true
        roles[feed] = .leader(lease)
    }

    /// Whether a lease has no row yet.
    var hasUnregistered: Bool {
        roles.values.contains { role in
            if case .follower(isRegistered: false) = role { true } else { false }
        }
    }
}

/// The changes of leases that a process writes in one transaction.
struct LeaseRequest: Equatable, Sendable {
    /// Feeds whose leases get a row if they have none.
    var register: Set<SourceKey> = []
    /// Feeds whose leases it takes if they are still vacant.
    var take: Set<SourceKey> = []
    /// A feed that it asks the leader for.
    var claim: SourceKey?
    /// Whether it renews the leases that it has.
    var renews = false

    var isEmpty: Bool { register.isEmpty && take.isEmpty && claim == nil && !renews }
}

/// The outcome of a ``LeaseRequest``.
struct LeaseReply: Equatable, Sendable {
    let request: LeaseRequest
    /// Epochs of the leases that were taken.
    var taken: [SourceKey: Int64] = [:]
    /// Epochs of the leases that were renewed, if it was requested.
    var renewed: [SourceKey: Int64] = [:]
}

/// A change of the leadership of a feed.
enum LeaseChange: Hashable, Sendable {
    /// This process leads the feed in this epoch.
    case elected(SourceKey, epoch: Int64)
    /// This process does not lead the feed any more.
    case lost(SourceKey)
    /// Another process leads the feed, or will soon.
    case following(SourceKey)
    /// This process stops polling the feed, and releases its lease afterwards.
    case handedOver(SourceKey)
    /// This process has a lease that it does not need, and should release it.
    case unneeded(SourceKey, epoch: Int64)
}

extension LeaseMachine {
    /// Adds a feed to poll or to follow.
    mutating func join(_ feed: SourceKey) {
        if roles[feed] == nil { roles[feed] = .follower(isRegistered: false) }
    }

    /// Removes a feed; returns the epoch of its lease, to release it, if this process has it.
    mutating func leave(_ feed: SourceKey) -> Int64? {
        guard case .leader(let lease) = roles.removeValue(forKey: feed) else { return nil }
        return lease.epoch
    }

    /// Returns the leases to write now.
    /// - Parameters:
    ///   - vacant: The leases that no process has.
    ///   - overview: The leases that all processes have, if they were read.
    func request(
        vacant: Set<SourceKey>, _ overview: LeaseOverview? = nil, at now: Instant
    ) -> LeaseRequest {
        var request = LeaseRequest()
        var isLeader = false
        for (feed, role) in roles {
            switch role {
            case .leader: isLeader = true
            case .follower(isRegistered: false):
                request.register.insert(feed)
                request.take.insert(feed)
            case .follower: if vacant.contains(feed) { request.take.insert(feed) }
            }
        }
        request.renews = isLeader && renewAt.map { $0 <= now } ?? true
        if request.take.isEmpty { request.claim = overview.flatMap(claim) }
        return request
    }

    /// Takes the outcome of a request.
    /// - Parameter start: The time before the request was sent.
    mutating func receive(_ reply: LeaseReply, requestedAt start: Instant) -> [LeaseChange] {
        let validUntil = start + Timing.lifetime - Timing.margin
        var changes = unneeded(reply)
        if reply.request.renews {
            renewAt = start + Timing.renewalInterval
            for (feed, role) in roles {
                guard case .leader(var lease) = role else { continue }
                if reply.renewed[feed] == lease.epoch {
                    lease.validUntil = validUntil
                    roles[feed] = .leader(lease)
                } else {
                    roles[feed] = .follower(isRegistered: true)
                    changes.append(.lost(feed))
                }
            }
        }
        for feed in reply.request.take {
            guard case .follower(let wasRegistered) = roles[feed] else { continue }
            if let epoch = reply.taken[feed] {
                roles[feed] = .leader(Lease(epoch: epoch, validUntil: validUntil))
                changes.append(.elected(feed, epoch: epoch))
            } else {
                roles[feed] = .follower(isRegistered: true)
                if !wasRegistered { changes.append(.following(feed)) }
            }
        }
        return changes
    }

    /// Returns the leases of a reply that have lost their candidate, or have expired on the clock
    /// of this process.
    private func unneeded(_ reply: LeaseReply) -> [LeaseChange] {
        let taken = reply.taken.filter { roles[$0.key] == nil }
        let renewed = reply.renewed.filter { feed, epoch in
            guard case .leader(let lease) = roles[feed] else { return true }
            return lease.epoch != epoch
        }
        return taken.merging(renewed) { first, _ in first }.map { .unneeded($0, epoch: $1) }
    }

    /// Gives up the leases that have expired by the clock of this process.
    mutating func expire(at now: Instant) -> [LeaseChange] {
        var changes: [LeaseChange] = []
        for (feed, role) in roles {
            guard case .leader(let lease) = role, lease.validUntil <= now else { continue }
            roles[feed] = .follower(isRegistered: true)
            changes.append(.lost(feed))
        }
        return changes
    }
}
