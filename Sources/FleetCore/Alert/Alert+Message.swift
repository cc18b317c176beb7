extension Alert {
    /// A short line for people, safe for a terminal, such as `V3: battery low, 18%`.
    public var message: String {
        switch content {
        case .event(let event): Self.message(for: event)
        case .alarm(let alarm): Self.message(for: alarm)
        case .feedStale(let period): "\(source) is stale: \(TerminalText.escaped(period.cause))"
        case .feedRestored: "\(source) is no longer stale"
        }
    }

    private static func message(for event: VehicleEvent) -> String {
        let message = "\(shortened(event.vehicleID)): \(event.kind.label)"
        switch event.kind {
        case .moved:
            return message + (event.distanceMeters.map { " " + ShortText.meters($0) } ?? "")
        case .batteryChanged, .batteryLow, .batteryCharged:
            return message + (event.battery.map { ", " + ShortText.battery($0) } ?? "")
        case .appeared, .disappeared, .reserved, .freed, .disabled, .enabled: return message
        }
    }

    private static func message(for alarm: Alarm) -> String {
        let measurement = alarm.measurement
        let name = shortened(alarm.name ?? alarm.id)
        switch measurement.value {
        case .condition(let holds):
            // Connectivity raises an alarm when it does not hold.
            return "\(name): \(holds ? "" : "no ")\(measurement.quantity.label)"
        case .number:
            return "\(name): \(measurement.quantity.label) alarm, \(measurement.text)"
        }
    }

    private static func shortened(_ text: String) -> String {
        DisplayWidth.shortened(TerminalText.escaped(text), to: 60)
    }
}
