import FleetCore
import JSON

/// Collector of the measurements of one vehicle or site, with one measurement per quantity.
///
/// A feed may provide them in two ways, or in both at once:
/// - as fields of the vehicle or site itself, `"temperature": 31.5`;
/// - grouped under `measurements`, `telemetry`, `last_telemetry` or `sensors`: as a list of objects
///   that name their quantity, `[{"quantity": "temperature", "value": 31.5, "unit": "celsius"}]`
///   (`name`, `type` or `sensor` for `quantity`), or as an object by name, `{"temperature": 31.5}`
///   or `{"temperature": {"value": 31.5}}`, optionally with a common `timestamp`. MDS 2.0 telemetry
///   is such an object, with the speed in its `location`.
///
/// Names and units are those of ``Quantity``; Fahrenheit, Kelvin, km/h, miles per hour and
/// fractions are converted. Unknown entries are ignored. Of two values for one quantity, the newer
/// one wins; if neither is newer, the later one in the document wins.
struct MeasurementList {
    /// Maximum number of entries read per group; real groups have fewer than twenty.
    private static let maxEntries = 100
    private static let names = ["quantity", "name", "type", "sensor"]

    private var collected: [Measurement] = []
    /// Time of the vehicle's or site's report, used for measurements without a time.
    private let time: Timestamp?

    init(at time: Timestamp?) {
        self.time = time
    }

    /// Measurements, in the order of `Quantity`.
    var measurements: [Measurement] {
        guard collected.count > 1 else { return collected }
        return Quantity.allCases.compactMap { quantity in
            collected.first { $0.quantity == quantity }
        }
    }

    /// Adds a field named after its quantity.
    mutating func add(_ quantity: Quantity, _ field: JSONField) {
        if let value = JSONValue(field) { add(quantity, value, at: time) }
    }

    /// Adds the measurements of a group.
    mutating func add(group field: JSONField) {
        guard field.kind == .container, let group = JSONValue(field) else { return }
        for element in (group.array ?? []).prefix(Self.maxEntries) {
            guard let name = element.first(of: Self.names)?.string else { continue }
            add(name, element, at: time)
        }
        let groupTime = Measurement.time(of: group) ?? time
        for member in (group.object?.members ?? []).prefix(Self.maxEntries) {
            if member.key == "location", let speed = member.value["speed"] {
                add(.speed, speed, at: groupTime)
            }
            add(member.key, member.value, at: groupTime)
        }
    }

    private mutating func add(_ name: String, _ entry: JSONValue, at time: Timestamp?) {
        if let quantity = Quantity(lenient: name) { add(quantity, entry, at: time) }
    }

    private mutating func add(_ quantity: Quantity, _ entry: JSONValue, at time: Timestamp?) {
        guard let new = Measurement(quantity, lenient: entry, at: time) else { return }
        add(new)
    }

    /// Adds a measurement unless the list has a newer one of the same quantity.
    mutating func add(_ new: Measurement) {
        guard let index = collected.firstIndex(where: { $0.quantity == new.quantity }) else {
            collected.append(new)
            return
        }
        if let newTime = new.measuredAt, let time = collected[index].measuredAt, time > newTime {
            return
        }
        collected[index] = new
    }
}
