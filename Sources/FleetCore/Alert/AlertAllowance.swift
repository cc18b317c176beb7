/// How many alerts may be told: so many in any minute, and of these a sixth, but ten at least, in any
/// ten seconds.
///
/// A quarter of both is kept free for alarms of sensors and for what becomes of the feed, so that a
/// thousand vehicles that move never hide a fire.
public struct AlertAllowance: Equatable, Sendable {
    /// How many in any minute.
    public let perMinute: Int
    /// When those of the last minute were allowed, the earliest first.
    private var allowed: [Timestamp] = []

    private static let minute = Duration.seconds(60)
    private static let moment = Duration.seconds(10)

    /// Creates an allowance of which nothing is used; none is less than one a minute.
    public init(perMinute: Int) {
        self.perMinute = max(1, perMinute)
    }

    /// Allows one more alert, if it may be told now.
    public mutating func take(_ kind: AlertKind, at now: Timestamp) -> Bool {
        // A clock that was set back leaves times to come, which count for nothing.
        allowed.removeAll { $0 > now || now - $0 >= Self.minute }
        let recent = allowed.count { now - $0 < Self.moment }
        let inMinute = kind.limit(of: perMinute)
        let inMoment = kind.limit(of: max(10, perMinute / 6))
        guard allowed.count < inMinute, recent < inMoment else { return false }
        allowed.append(now)
        return true
    }
}

extension AlertKind {
    /// How many of a limit its alerts may use.
    fileprivate func limit(of count: Int) -> Int { isUrgent ? count : count - count / 4 }
}
