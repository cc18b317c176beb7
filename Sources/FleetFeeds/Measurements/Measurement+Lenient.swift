import FleetCore
import JSON

extension Measurement {
    private static let times = ["measured_at", "timestamp", "time", "last_reported", "at"]

    /// Reads a measurement: a value alone, or an object that says more of it.
    ///
    /// The object is `{"value": 31.5, "unit": "celsius", "measured_at": …, "threshold": …, "state": …}`
    /// in which only the value is needed. A threshold is `{"min": 5, "max": 35}`, in the unit of the
    /// value, or a number: the greatest normal value, of battery and connectivity the least one; `min`
    /// and `max` may stand beside the value as well. The time is `measured_at`, `timestamp`, `time` or
    /// `last_reported`, else that of what was measured.
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

    /// The time that a whole group of measurements has.
    static func time(of group: JSONValue) -> Timestamp? {
        Timestamp(lenient: group.first(of: times))
    }
}

extension Measurement.State {
    /// Reads a state; `nil` if it says nothing, so that the threshold does.
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
    /// Reads the threshold of an entry; `nil` if there is none that a value could lie within.
    fileprivate init?(lenient entry: JSONValue, of quantity: Quantity, unit name: String?) {
        guard let unit = MeasuredUnit(name, of: quantity) else { return nil }
        let given = entry.first(of: ["threshold", "thresholds"])
        let holder = given?.object == nil ? entry : given
        func end(_ names: [String]) -> Double? {
            Double(lenient: holder?.first(of: names)).map(unit.converted)
        }
        var minimum = end(["min", "minimum"])
        var maximum = end(["max", "maximum"])
        if let alone = Double(lenient: given).map(unit.converted) {
            if quantity.isLowAlarming { minimum = alone } else { maximum = alone }
        }
        if let minimum, let maximum, minimum > maximum { return nil }
        self.init(minimum: minimum, maximum: maximum)
    }
}
