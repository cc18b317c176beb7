import FleetCore
import JSON

/// The measurements of one vehicle or site in the making, each quantity once.
///
/// A feed may give them in two ways, both at once too:
/// - as fields of the vehicle or site itself, `"temperature": 31.5`;
/// - together under `measurements`, `telemetry`, `last_telemetry` or `sensors`: as a list of objects that
///   name what they measure, `[{"quantity": "temperature", "value": 31.5, "unit": "celsius"}]` (`name`
///   or `type` for `quantity`), or as an object by name, `{"temperature": 31.5}` or
///   `{"temperature": {"value": 31.5}}`, with a `timestamp` for all of it if it has one. The telemetry
///   of MDS 2.0 is such an object, whose `location` holds the speed.
///
/// Names and units are those of ``Quantity``; Fahrenheit, Kelvin, km/h, miles an hour and fractions are
/// converted. What is not understood is left out. Of two values for one quantity the newer counts, of
/// two with one time the latter.
struct MeasurementList {
    /// How many measurements of one group are looked at; honest ones have fewer than twenty.
    private static let mostEntries = 100
    private static let names = ["quantity", "name", "type", "sensor"]

    private var known: [Measurement] = []
    /// When the vehicle or site reported, which is the time of all that have none.
    private let time: Timestamp?

    init(at time: Timestamp?) {
        self.time = time
    }

    /// The measurements, in the order of `Quantity`.
    var measurements: [Measurement] {
        guard known.count > 1 else { return known }
        return Quantity.allCases.compactMap { quantity in
            known.first { $0.quantity == quantity }
        }
    }

    /// Takes a field that is named after its quantity.
    mutating func take(_ quantity: Quantity, _ field: JSONField) {
        if let value = JSONValue(field) { take(quantity, value, at: time) }
    }

    /// Takes a field that holds several measurements.
    mutating func take(group field: JSONField) {
        guard field.kind == .container, let group = JSONValue(field) else { return }
        for element in (group.array ?? []).prefix(Self.mostEntries) {
            guard let name = element.first(of: Self.names)?.string else { continue }
            take(name, element, at: time)
        }
        let common = Measurement.time(of: group) ?? time
        for member in (group.object?.members ?? []).prefix(Self.mostEntries) {
            if member.key == "location", let speed = member.value["speed"] {
                take(.speed, speed, at: common)
            }
            take(member.key, member.value, at: common)
        }
    }

    private mutating func take(_ name: String, _ entry: JSONValue, at time: Timestamp?) {
        if let quantity = Quantity(lenient: name) { take(quantity, entry, at: time) }
    }

    private mutating func take(_ quantity: Quantity, _ entry: JSONValue, at time: Timestamp?) {
        guard let new = Measurement(quantity, lenient: entry, at: time) else { return }
        add(new)
    }

    /// Adds a measurement unless a newer one of its quantity is known.
    mutating func add(_ new: Measurement) {
        guard let index = known.firstIndex(where: { $0.quantity == new.quantity }) else {
            known.append(new)
            return
        }
        if let newTime = new.measuredAt, let time = known[index].measuredAt, time > newTime {
            return
        }
        known[index] = new
    }
}
