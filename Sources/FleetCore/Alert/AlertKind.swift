/// A kind of alert, by the names that `--on` takes.
public enum AlertKind: Hashable, Sendable {
    /// A vehicle event.
    case event(VehicleEvent.Kind)
    /// A sensor of a site or a vehicle entered the alarm state.
    case alarm(Quantity)
    /// The feed failed or is outdated.
    case feedStale
    /// The feed is good again.
    case feedRestored

    /// Every kind: events, alarms and the feed's own alerts.
    public static let all: [AlertKind] =
        VehicleEvent.Kind.allCases.map(event) + Quantity.allCases.map(alarm)
        + [.feedStale, .feedRestored]

    /// Creates the kind with a name such as `battery_low`, `smoke` or `feed_stale`; returns `nil`
    /// for an unknown name.
    public init?(name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Whether it is delivered before vehicle events: sensor alarms and the feed's own alerts.
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
