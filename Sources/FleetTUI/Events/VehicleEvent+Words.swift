import FleetCore

extension VehicleEvent.Kind {
    /// A sign that tells it without color.
    var sign: String {
        switch self {
        case .appeared: "+"
        case .disappeared: "−"
        case .moved: "→"
        case .reserved: VehicleState.reserved.sign
        case .freed, .enabled: VehicleState.available.sign
        case .disabled: VehicleState.disabled.sign
        case .batteryChanged: "≈"
        case .batteryLow: "▼"
        case .batteryCharged: "▲"
        }
    }

    /// The color that it is shown in.
    var ink: Ink {
        switch self {
        case .appeared, .moved: .accent
        case .disappeared, .batteryChanged: .muted
        case .reserved: .warning
        case .freed, .enabled, .batteryCharged: .good
        case .disabled, .batteryLow: .bad
        }
    }
}

extension VehicleEvent {
    /// What else is known of it: how far, how full, the state, and how that is known.
    var facts: String {
        var parts: [String] = []
        if let previousID { parts.append("was " + previousID.limited) }
        if kind == .moved, let distanceMeters { parts.append(ShortText.meters(distanceMeters)) }
        if kind.isOfBattery, let battery {
            let before = previousBattery.map { ShortText.battery($0) + " → " } ?? ""
            parts.append(before + ShortText.battery(battery))
        }
        if state != .unknown { parts.append(state.rawValue) }
        parts.append(basis.rawValue)
        return parts.joined(separator: " · ")
    }
}
