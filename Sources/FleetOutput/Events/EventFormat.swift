import FleetCore
import FleetRuntime

/// Output format of events.
package enum EventFormat: Sendable {
    /// Lines for people, with times in the system's time zone.
    case text
    /// One JSON object per line.
    case json

    /// Returns the lines of a batch, preceded by a gap line for missed snapshots.
    func lines(of batch: EventBatch, missedSnapshots: Int) -> [String] {
        var lines: [String] = []
        if missedSnapshots > 0 {
            lines.append(gap("missed_snapshots", missedSnapshots, at: batch.at))
        }
        switch self {
        case .text:
            lines += batch.events.map(Self.text(of:))
            if let summary = Self.summary(of: batch) { lines.append(summary) }
        case .json:
            lines += batch.events.map(\.json.string)
            if let summary = batch.summaryJSON { lines.append(summary.string) }
        }
        return lines
    }

    /// Returns a line that reports missing data.
    func gap(_ name: StaticString, _ count: Int, at time: Timestamp?) -> String {
        switch self {
        case .text: return "gap: \(count) \(name)".replacing("_", with: " ")
        case .json:
            var object = JSONObjectWriter()
            object.add("event", "gap")
            object.add(name, count)
            object.add("at", time)
            return object.text.string
        }
    }

    private static func text(of event: VehicleEvent) -> String {
        let kind = event.kind.label
        var parts = [
            LocalTime.text(event.at),
            kind + String(repeating: " ", count: max(0, 15 - kind.count)),
            DisplayWidth.shortened(TerminalText.escaped(event.vehicleID), to: 60),
        ]
        if let before = event.previousID {
            parts.append("(was \(DisplayWidth.shortened(TerminalText.escaped(before), to: 60)))")
        }
        if let zone = event.zone {
            parts.append(DisplayWidth.shortened(TerminalText.escaped(zone), to: 60))
        }
        if event.kind == .moved, let distance = event.distanceMeters {
            parts.append(ShortText.meters(distance))
        }
        if let battery = event.battery, event.kind.isBatteryEvent {
            let before = event.previousBattery.map { ShortText.battery($0) + " → " } ?? ""
            parts.append(before + ShortText.battery(battery))
        }
        if let position = event.position { parts.append("at \(ShortText.position(position))") }
        parts.append(event.basis.rawValue)
        return parts.joined(separator: "  ")
    }

    private static func summary(of batch: EventBatch) -> String? {
        batch.summaryText.map { LocalTime.text(batch.at) + "  turnover         " + $0 }
    }
}
