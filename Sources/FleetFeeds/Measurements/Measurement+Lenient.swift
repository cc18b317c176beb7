import FleetCore
import JSON

extension Measurement {
    private static let times = ["measured_at", "timestamp", "time", "last_reported", "at"]

    /// Reads a measurement: a plain value, or an object with details.
    ///
    /// The object is `{"value": 31.5, "unit": "celsius", "measured_at": …, "threshold": …}`, with
    /// an optional `state`; only the value is required. A threshold is `{"min": 5, "max": 35}`, in
    /// the unit of the value, or one number: the minimum for battery and connectivity, the maximum
    /// otherwise. `min` and `max` may also be next to the value. The time is `measured_at`,
    /// `timestamp`, `time`, `last_reported` or `at`; the default is the parameter `time`.
    init?(_ quantity: Quantity, lenient entry: JSONValue, at time: Timestamp?) {
        guard entry.object != nil else {
            guard let value = Value(lenient: entry, of: quantity) else { return nil }
            self.init(quantity, value, at: time)
            return
        }
        let unit = String(lenient: entry.first(of: ["unit", "units"]))
        guard let value = Value(lenient: entry["value"], of: quantity, unit: unit) else {
            return nil
        }
        self.init(
            quantity, value, at: Timestamp(lenient: entry.first(of: Self.times)) ?? time,
            threshold: Threshold(lenient: entry, of: quantity, unit: unit),
            state: entry["state"]?.string.flatMap(State.init(lenient:)))
    }

    /// Returns the common time of a group of measurements.
    static func time(of group: JSONValue) -> Timestamp? {
        Timestamp(lenient: group.first(of: times))
    }
}

extension Measurement.State {
    /// Reads a state; returns `nil` for other text, in which case the threshold determines the
    /// state.
    fileprivate init?(lenient text: String) {
        guard text.utf8.count <= 16 else { return nil }
        switch text.lowercased() {
        case "normal", "ok", "good": self = .normal
        case "alarm", "alert", "warning", "critical": self = .alarm
        default: return nil
        }
    }
}

extension Threshold {
    /// Reads the threshold of an entry; returns `nil` if there is none or its range is empty.
    fileprivate init?(lenient entry: JSONValue, of quantity: Quantity, unit name: String?) {
        guard let unit = UnitConversion(name, of: quantity) else { return nil }
        let threshold = entry.first(of: ["threshold", "thresholds"])
        let container = threshold?.object == nil ? entry : threshold
        func limit(_ names: [String]) -> Double? {
            Double(lenient: container?.first(of: names)).map(unit.converted)
        }
        var minimum = limit(["min", "minimum"])
        var maximum = limit(["max", "maximum"])
        if let single = Double(lenient: threshold).map(unit.converted) {
            if quantity.alarmsWhenLow { minimum = single } else { maximum = single }
        }
        if let minimum, let maximum, minimum > maximum { return nil }
        self.init(minimum: minimum, maximum: maximum)
    }
}
