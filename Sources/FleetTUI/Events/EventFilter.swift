import FleetCore

/// Filter of the events screen.
enum EventFilter: CaseIterable {
    case all, battery, movements, states

    /// Name in the title.
    var name: String {
        switch self {
        case .all: "all"
        case .battery: "battery"
        case .movements: "movements"
        case .states: "states"
        }
    }

    /// Next filter, wrapping around.
    var next: EventFilter {
        switch self {
        case .all: .battery
        case .battery: .movements
        case .movements: .states
        case .states: .all
        }
    }

    /// Returns whether a line is shown; gaps always are, since their events are unknown.
    func includes(_ entry: EventLog.Entry) -> Bool {
        switch entry {
        case .event(let event): self == .all || self == Self.filter(for: event.kind)
        case .summary: self == .all || self == .movements
        case .missed, .dropped: true
        }
    }

    /// Returns the narrowest filter that includes a kind of event; small battery changes are only in
    /// `all`.
    private static func filter(for kind: VehicleEvent.Kind) -> EventFilter {
        switch kind {
        case .appeared, .disappeared, .moved: .movements
        case .reserved, .freed, .disabled, .enabled: .states
        case .batteryLow, .batteryCharged: .battery
        case .batteryChanged: .all
        }
    }
}
