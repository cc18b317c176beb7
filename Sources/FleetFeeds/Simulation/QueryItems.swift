import FleetCore

/// Query items of a simulation address that have not been read yet.
struct QueryItems {
    typealias QueryError = SimulationSettings.QueryError

    private var values: [String: String] = [:]

    /// Splits a query; throws for an item without a value and for a duplicate.
    init(_ query: Substring) throws(QueryError) {
        for item in query.split(separator: "&") {
            let (head, tail) = item.divided(at: "=")
            guard let tail else { throw QueryError(message: "\(item) has no value") }
            let name = PercentEncoding.decoded(head)
            guard values.updateValue(PercentEncoding.decoded(tail), forKey: name) == nil else {
                throw QueryError(message: "\(name) is set twice")
            }
        }
    }

    /// Removes and returns a whole number.
    mutating func take<Value: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Value>
    ) throws(QueryError) -> Value? {
        try take(
            name, in: range, type: "a whole number ", parse: { Value($0) }, text: { "\($0)" })
    }

    /// Removes and returns a number.
    mutating func take(_ name: String, in range: ClosedRange<Double>) throws(QueryError) -> Double?
    {
        try take(name, in: range, type: "", parse: { Double($0) }, text: Self.text)
    }

    /// Removes and returns a time: RFC 3339, or seconds since the Unix epoch.
    mutating func takeTime(_ name: String) throws(QueryError) -> Timestamp? {
        guard var text = values.removeValue(forKey: name) else { return nil }
        if let seconds = Double(text), SimulationSettings.years.contains(seconds) {
            return Timestamp(seconds: seconds)
        }
        if let time = text.withUTF8({ Timestamp(rfc3339: $0) }) { return time }
        throw QueryError(
            message: "\(name) must be seconds since 1970 or a time such as 2026-01-31T12:00:00Z")
    }

    /// Throws if unread items are left, since those are unknown.
    func finish() throws(QueryError) {
        guard let name = values.keys.min() else { return }
        throw QueryError(message: "unknown parameter \(name); use " + Self.knownNames)
    }

    private static let knownNames =
        "vehicles, seed, failure_rate, min_interval, max_interval or now"

    private mutating func take<Value: Comparable>(
        _ name: String, in range: ClosedRange<Value>, type: String,
        parse: (String) -> Value?, text bound: (Value) -> String
    ) throws(QueryError) -> Value? {
        guard let text = values.removeValue(forKey: name) else { return nil }
        guard let value = parse(text), range.contains(value) else {
            throw QueryError(
                message: "\(name) must be \(type)between \(bound(range.lowerBound)) "
                    + "and \(bound(range.upperBound))")
        }
        return value
    }

    /// Returns the text of a number, without `.0` for a whole one.
    private static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
