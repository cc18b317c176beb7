import FleetCore
import FleetTeam
import HTTPTypes
import Synchronization

/// Rates at which pages are opened, so that one script cannot take a core of the server.
///
/// Each person, and each network without a session, has a bucket of pages that fills again with a
/// number of pages a second (token bucket).
final class PageRates: Sendable {
    enum Key: Hashable, Sendable {
        case person(UserID)
        /// People without a session; an office may be one network.
        case network(String)
    }

    private struct Bucket {
        var pages: Double
        var filledAt: Timestamp
    }

    /// Seconds for which a bucket holds pages.
    private static let depth = 10.0
    /// Buckets that are kept; full ones are forgotten.
    private static let maxBuckets = 10_000

    private let rate: Double
    private let buckets = Mutex<[Key: Bucket]>([:])

    /// - Parameter rate: Pages a second of each key.
    init(rate: Int) { self.rate = Double(rate) }

    /// Takes a page.
    /// - Throws: `Problem` (429) with the time after which there is another one.
    func take(_ key: Key, at now: Timestamp) throws(Problem) {
        let missing = buckets.withLock { buckets in
            if buckets.count >= Self.maxBuckets {
                buckets = buckets.filter { filled($0.value, at: now) < rate * Self.depth }
                if buckets.count >= Self.maxBuckets { buckets = [:] }
            }
            let bucket = buckets[key] ?? Bucket(pages: rate * Self.depth, filledAt: now)
            let pages = filled(bucket, at: now) - 1
            buckets[key] = Bucket(pages: max(pages, 0), filledAt: max(now, bucket.filledAt))
            return -min(pages, 0)
        }
        guard missing > 0 else { return }
        throw Problem(
            .tooManyRequests, "You open too many pages at once.",
            hint: "Wait a second. Programs use the API, which has no such limit.",
            fields: [.retryAfter: "\(Int((missing / rate).rounded(.up)))"])
    }

    private func filled(_ bucket: Bucket, at now: Timestamp) -> Double {
        let seconds = max(0, (now - bucket.filledAt) / .seconds(1))
        return min(rate * Self.depth, bucket.pages + seconds * rate)
    }
}
