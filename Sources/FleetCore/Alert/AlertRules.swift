/// What somebody wants to be told of.
public struct AlertRules: Equatable, Sendable {
    /// The kinds of alerts that are wanted.
    public let kinds: Set<AlertKind>

    /// What is told unless something else is asked for.
    public static let usual = AlertRules([
        .event(.batteryLow), .event(.disappeared), .alarm(.smoke), .feedStale,
    ])

    /// Creates rules by which these kinds are told.
    public init(_ kinds: Set<AlertKind>) {
        self.kinds = kinds
    }

    /// Whether alerts of a kind are wanted.
    public func tell(_ kind: AlertKind) -> Bool { kinds.contains(kind) }

    /// Whether any event of a vehicle is wanted, for which snapshots must be compared.
    public var tellEvents: Bool {
        VehicleEvent.Kind.allCases.contains { tell(.event($0)) }
    }

    /// The quantities of sites whose alarms are wanted.
    public var quantitiesOfSites: Set<Quantity> {
        wanted([.temperature, .noiseLevel, .smoke, .humidity, .connectivity, .battery])
    }

    /// The quantities of vehicles whose alarms are wanted.
    public var quantitiesOfVehicles: Set<Quantity> {
        wanted([.temperature, .connectivity, .battery, .speed, .tippedOver])
    }

    private func wanted(_ quantities: [Quantity]) -> Set<Quantity> {
        Set(quantities.filter { tell(.alarm($0)) })
    }
}
