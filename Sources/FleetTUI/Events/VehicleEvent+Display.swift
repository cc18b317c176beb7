import FleetCore

extension VehicleEvent.Kind {
    /// Symbol that identifies the event without color.
    var sign: String {
        switch self {
        case .appeared: "+"
        case .disappeared: "−"
        case .moved: "→"
        case .zoneEntered: "⇥"
        case .zoneLeft: "⇤"
        case .reserved: VehicleState.reserved.sign
        case .freed, .enabled: VehicleState.available.sign
        case .disabled: VehicleState.disabled.sign
        case .batteryChanged: "≈"
        case .batteryLow: "▼"
        case .batteryCharged: "▲"
        }
    }

    /// Color of the event.
    var color: ColorRole {
        switch self {
        case .appeared, .moved, .zoneEntered, .zoneLeft: .accent
        case .disappeared, .batteryChanged: .muted
        case .reserved: .warning
        case .freed, .enabled, .batteryCharged: .good
        case .disabled, .batteryLow: .bad
        }
    }
}

extension VehicleEvent {
    /// Summary of the details: previous ID, distance, battery, state, and whether it was observed
    /// or inferred.
    var details: String {
        var parts: [String] = []
        if let previousID { parts.append("was " + previousID.limited) }
        if let zone { parts.append(zone.limited) }
        if kind == .moved, let distanceMeters { parts.append(ShortText.meters(distanceMeters)) }
        if kind.isBatteryEvent, let battery {
            let previous = previousBattery.map { ShortText.battery($0) + " → " } ?? ""
            parts.append(previous + ShortText.battery(battery))
        }
        if state != .unknown { parts.append(state.name) }
        parts.append(basis.rawValue)
        return parts.joined(separator: " · ")
    }
}
