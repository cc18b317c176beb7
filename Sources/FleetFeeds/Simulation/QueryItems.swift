import FleetCore

/// The items of a simulation's query that were not taken yet.
struct QueryItems {
    typealias Fault = SimulationSettings.Fault

    private var values: [String: String] = [:]

    init() {}

    /// Splits a query; an item without a value and one that comes twice are faults.
    init(_ query: Substring) throws(Fault) {
        for item in query.split(separator: "&") {
            guard let equals = item.firstIndex(of: "=") else {
                throw Fault(words: "\(item) has no value")
            }
            let name = PercentEncoding.decoded(item[..<equals])
            let value = PercentEncoding.decoded(item[item.index(after: equals)...])
            guard values.updateValue(value, forKey: name) == nil else {
                throw Fault(words: "\(name) is given twice")
            }
        }
    }

    /// Takes a whole number.
    mutating func take<Value: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Value>
    ) throws(Fault) -> Value? {
        try take(name, "a whole number", in: range) { Value($0) }
    }

    /// Takes a number.
    mutating func take(_ name: String, in range: ClosedRange<Double>) throws(Fault) -> Double? {
        try take(name, "a number", in: range) { Double($0) }
    }

    /// Takes a time: RFC 3339, or seconds since the Unix epoch.
    mutating func takeTime(_ name: String) throws(Fault) -> Timestamp? {
        guard var text = values.removeValue(forKey: name) else { return nil }
        if let seconds = Double(text), SimulationSettings.years.contains(seconds) {
            return Timestamp(seconds: seconds)
        }
        if let time = text.withUTF8({ Timestamp(rfc3339: $0) }) { return time }
        throw Fault(
            words: "\(name) is neither seconds since 1970 nor a time such as 2026-01-31T12:00:00Z")
    }

    /// Ends the taking; what is left is not known.
    func finish() throws(Fault) {
        guard let name = values.keys.min() else { return }
        throw Fault(words: "\(name) is not known; there are " + Self.known)
    }

    private static let known =
        "vehicles, seed, failure_rate, min_interval, max_interval and now"

    private mutating func take<Value: Comparable>(
        _ name: String, _ kind: String, in range: ClosedRange<Value>, read: (String) -> Value?
    ) throws(Fault) -> Value? {
        guard let text = values.removeValue(forKey: name) else { return nil }
        guard let value = read(text), range.contains(value) else {
            throw Fault(
                words: "\(name) is not \(kind) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
