import FleetTeam
import Synchronization

/// Limits of open answers and connections, so that no client takes all memory, threads or connections.
final class AnswerLimits: Sendable {
    /// The answers, requests or connections that share a limit.
    enum Key: Hashable, Sendable {
        /// Connections of the network of a client.
        case connections(String)
        /// Requests of the network of a client that have no answer yet.
        case requests(String)
        /// Large answers of a network, a user, clients that are not signed in, and all.
        case network(String), person(UserID), strangers, everyone
        /// Large answers with bytes of their own.
        case unshared
    }

    /// A slot within some limits, which is free again once the last reference is gone: whether the
    /// answer was sent, failed, or never began.
    final class Slot: Sendable {
        private let limits: AnswerLimits
        private let keys: [Key]

        fileprivate init(_ limits: AnswerLimits, _ keys: [Key]) {
            (self.limits, self.keys) = (limits, keys)
        }

        deinit { limits.release(keys) }
    }

    /// The most of each kind.
    struct Counts: Sendable {
        /// More than one browser or office has, and fewer than the server accepts in all.
        var connections = 600
        var requests = 100
        var network = 16
        var person = 8
        /// Users find a slot even while strangers take all of theirs.
        var strangers = 96
        var everyone = 128
        var unshared = 32
    }

    private let counts: Counts
    private let open = Mutex<[Key: Int]>([:])

    init(_ counts: Counts = Counts()) { self.counts = counts }

    /// Returns a slot that counts for all keys; `nil` if one of them has none left.
    func slot(_ keys: [Key]) -> Slot? {
        let isFree = open.withLock { open in
            guard keys.allSatisfy({ open[$0, default: 0] < limit(of: $0) }) else { return false }
            for key in keys { open[key, default: 0] += 1 }
            return true
        }
        return isFree ? Slot(self, keys) : nil
    }

    /// Number of slots that are taken.
    func taken(_ key: Key) -> Int { open.withLock { $0[key, default: 0] } }

    private func limit(of key: Key) -> Int {
        switch key {
        case .connections: counts.connections
        case .requests: counts.requests
        case .network: counts.network
        case .person: counts.person
        case .strangers: counts.strangers
        case .everyone: counts.everyone
        case .unshared: counts.unshared
        }
    }

    private func release(_ keys: [Key]) {
        open.withLock { open in
            for key in keys {
                let rest = open[key, default: 0] - 1
                open[key] = rest > 0 ? rest : nil
            }
        }
    }
}
