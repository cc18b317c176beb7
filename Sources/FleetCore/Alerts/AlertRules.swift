/// The kinds of alerts that are delivered.
///
///     let rules = AlertRules([.event(.batteryLow), .feedStale])
///     rules.includes(.feedStale)  // true
public struct AlertRules: Equatable, Sendable {
    /// The selected kinds.
    public let kinds: Set<AlertKind>

    /// The rules used without `--on`.
    public static let `default` = AlertRules([
        .event(.batteryLow), .event(.disappeared), .alarm(.smoke), .feedStale,
    ])

    /// Creates rules that deliver these kinds.
    public init(_ kinds: Set<AlertKind>) {
        self.kinds = kinds
    }

    /// Returns whether alerts of a kind are delivered.
    public func includes(_ kind: AlertKind) -> Bool {
        kind == .filterUnknown || kinds.contains(kind)
    }

    /// Whether any vehicle event is included, so that snapshots must be compared.
    public var includesEvents: Bool {
        VehicleEvent.Kind.allCases.contains { includes(.event($0)) }
    }

    /// The quantities of sites whose alarms are included.
    public var siteQuantities: Set<Quantity> {
        included([.temperature, .noiseLevel, .smoke, .humidity, .connectivity, .battery])
    }

    /// The quantities of vehicles whose alarms are included.
    public var vehicleQuantities: Set<Quantity> {
        included([.temperature, .connectivity, .battery, .speed, .tippedOver])
    }

    private func included(_ quantities: [Quantity]) -> Set<Quantity> {
        Set(quantities.filter { includes(.alarm($0)) })
    }
}
