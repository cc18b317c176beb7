extension Alert {
    /// What happened, in one short line that is safe for a terminal, such as
    /// `V3: battery low, 18%`.
    public var message: String {
        switch content {
        case .event(let event): Self.words(for: event)
        case .alarm(let alarm): Self.words(for: alarm)
        case .feedStale(let lapse): "\(source) is stale: \(TerminalText.escaped(lapse.cause))"
        case .feedRestored: "\(source) is good again"
        }
    }

    private static func words(for event: VehicleEvent) -> String {
        var words = "\(short(event.vehicleID)): \(event.kind.rawValue.replacing("_", with: " "))"
        switch event.kind {
        case .moved: words += event.distanceMeters.map { " " + ShortText.meters($0) } ?? ""
        case .batteryChanged, .batteryLow, .batteryCharged:
            words += event.battery.map { ", " + ShortText.battery($0) } ?? ""
        case .appeared, .disappeared, .reserved, .freed, .disabled, .enabled: break
        }
        return words
    }

    private static func words(for alarm: Alarm) -> String {
        let measurement = alarm.measurement
        let name = short(alarm.name ?? alarm.id)
        switch measurement.value {
        case .condition(let holds):
            // A connection that does not hold is what gives alarm.
            return "\(name): \(holds ? "" : "no ")\(measurement.quantity.words)"
        case .number:
            return "\(name): \(measurement.quantity.words) alarm, \(measurement.words)"
        }
    }

    private static func short(_ text: String) -> String {
        DisplayWidth.shortened(TerminalText.escaped(text), to: 60)
    }
}
