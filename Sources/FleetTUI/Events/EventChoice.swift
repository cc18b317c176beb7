import FleetCore

/// Which events are shown.
enum EventChoice: CaseIterable {
    case all, battery, movements, states

    /// What it is called in the title.
    var name: String {
        switch self {
        case .all: "all"
        case .battery: "battery"
        case .movements: "movements"
        case .states: "states"
        }
    }

    /// The one after it, the first after the last.
    var next: EventChoice {
        switch self {
        case .all: .battery
        case .battery: .movements
        case .movements: .states
        case .states: .all
        }
    }

    /// Whether a line is shown; gaps always are, for nobody knows what they hold.
    func wants(_ entry: EventLog.Entry) -> Bool {
        switch entry {
        case .event(let event): self == .all || self == Self.of(event.kind)
        case .counted: self == .all || self == .movements
        case .missed, .dropped: true
        }
    }

    /// Alarms of batteries are rare and matter; small changes of charge are in `all` only.
    private static func of(_ kind: VehicleEvent.Kind) -> EventChoice {
        switch kind {
        case .appeared, .disappeared, .moved: .movements
        case .reserved, .freed, .disabled, .enabled: .states
        case .batteryLow, .batteryCharged: .battery
        case .batteryChanged: .all
        }
    }
}
