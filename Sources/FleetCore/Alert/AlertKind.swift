/// What an alert can be about, by the names that `--on` takes.
public enum AlertKind: Hashable, Sendable {
    /// Something happened to a vehicle.
    case event(VehicleEvent.Kind)
    /// A sensor of a site or a vehicle began to give alarm.
    case alarm(Quantity)
    /// The feed failed, or tells nothing new.
    case feedStale
    /// The feed is good again.
    case feedRestored

    /// Every kind: events, alarms, and what becomes of the feed.
    public static let all: [AlertKind] =
        VehicleEvent.Kind.allCases.map(event) + Quantity.allCases.map(alarm)
        + [.feedStale, .feedRestored]

    /// The kind of a name, such as `battery_low`, `smoke` or `feed_stale`; `nil` if there is none.
    public init?(name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Whether it is told before what happens to vehicles: alarms of sensors, and what becomes of the
    /// feed.
    var isUrgent: Bool {
        switch self {
        case .event: false
        case .alarm, .feedStale, .feedRestored: true
        }
    }

    /// The name, such as `battery_low`, `smoke` or `feed_stale`.
    public var name: String {
        switch self {
        case .event(let kind): kind.rawValue
        case .alarm(let quantity): quantity.rawValue
        case .feedStale: "feed_stale"
        case .feedRestored: "feed_restored"
        }
    }
}
