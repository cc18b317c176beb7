/// How many alerts may be told in any minute.
public struct AlertAllowance: Equatable, Sendable {
    /// How many in any minute.
    public let perMinute: Int
    /// When those of the last minute were allowed, the earliest first.
    private var allowed: [Timestamp] = []

    private static let minute = Duration.seconds(60)

    /// Creates an allowance of which nothing is used; none is less than one a minute.
    public init(perMinute: Int) {
        self.perMinute = max(1, perMinute)
    }

    /// Allows one more alert, if it may be told now.
    public mutating func take(at now: Timestamp) -> Bool {
        // A clock that was set back leaves times to come, which count for nothing.
        allowed.removeAll { $0 > now || now - $0 >= Self.minute }
        guard allowed.count < perMinute else { return false }
        allowed.append(now)
        return true
    }

    /// When the next one may be told after one was refused.
    var freeAt: Timestamp? {
        allowed.count < perMinute ? nil : allowed.first.map { $0 + Self.minute }
    }
}
