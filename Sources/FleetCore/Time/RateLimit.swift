/// Limit on a number of actions in any minute.
public struct RateLimit: Equatable, Sendable {
    /// The maximum number in any minute.
    public let perMinute: Int
    /// The times of the actions allowed in the last minute, earliest first.
    private var allowed: [Timestamp] = []

    private static let minute = Duration.seconds(60)

    /// Creates an unused limit; it allows at least one action per minute.
    public init(perMinute: Int) {
        self.perMinute = max(1, perMinute)
    }

    /// Counts one more action if it is allowed now; returns whether it is.
    public mutating func take(at now: Timestamp) -> Bool {
        // A clock that was set back leaves times in the future, which do not count.
        allowed.removeAll { $0 > now || now - $0 >= Self.minute }
        guard allowed.count < perMinute else { return false }
        allowed.append(now)
        return true
    }

    /// The time when the next action is allowed; `nil` if one is allowed now.
    public var nextAllowedAt: Timestamp? {
        allowed.count < perMinute ? nil : allowed.first.map { $0 + Self.minute }
    }
}
