/// Row of the table: a figure, a reference figure, their ratio and its limit.
struct Row {
    /// Result of the comparison with the limit; the raw value is printed.
    enum Verdict: String {
        case passed = "yes"
        case failed = "NO"
        /// There is no limit, or it is not checked.
        case noLimit = "-"
        /// The figure could not be measured.
        case error
    }

    let name: String
    var figure = "-"
    var reference = "-"
    var ratio = "-"
    var limit = "-"
    let verdict: Verdict

    /// Creates a row for a benchmark that could not be measured.
    static func error(_ name: String) -> Row { Row(name: name, verdict: .error) }

    /// Creates a row that compares a figure with another one of the same run.
    static func comparison(
        _ name: String, _ quantity: Quantity, _ usage: Usage, with other: (String, Usage),
        limit: Double? = nil
    ) -> Row {
        let value = quantity.value(of: usage)
        let reference = quantity.value(of: other.1)
        let ratio = value / max(reference, .leastNormalMagnitude)
        return Row(
            name: "\(name), \(quantity.rawValue)", figure: quantity.text(value),
            reference: "\(quantity.text(reference)) \(other.0)",
            ratio: ratio.text(decimals: 2), limit: limit.map { "≤ " + $0.text(decimals: 2) } ?? "-",
            verdict: verdict(ratio, limit))
    }

    /// Creates a row that compares a number of requests per second with another one.
    static func rate(
        _ name: String, _ rate: Double, of other: (String, Double), atLeast limit: Double? = nil
    ) -> Row {
        let ratio = rate / max(other.1, .leastNormalMagnitude)
        return Row(
            name: name + ", per second", figure: rate.text(decimals: 0),
            reference: "\(other.1.text(decimals: 0)) \(other.0)", ratio: ratio.text(decimals: 2),
            limit: limit.map { "≥ " + $0.text(decimals: 2) } ?? "-",
            verdict: limit.map { ratio >= $0 ? .passed : .failed } ?? .noLimit)
    }

    /// Creates a row that compares a time in seconds with another one.
    static func latency(
        _ name: String, _ time: Double, of other: (String, Double), limit: Double? = nil
    ) -> Row {
        let ratio = time / max(other.1, .leastNormalMagnitude)
        func text(_ time: Double) -> String { time.text(scaledBy: 1_000, decimals: 2) + " ms" }
        return Row(
            name: name, figure: text(time), reference: "\(text(other.1)) \(other.0)",
            ratio: ratio.text(decimals: 2), limit: limit.map { "≤ " + $0.text(decimals: 2) } ?? "-",
            verdict: verdict(ratio, limit))
    }

    /// Creates a row of a number of bytes; `nil` if it cannot be measured.
    static func bytes(
        _ name: String, _ bytes: Double?, of reference: String = "-", atMost limit: Double
    ) -> Row {
        guard let bytes else { return .unavailable(name) }
        return Row(
            name: name, figure: kilobytes(bytes), reference: reference,
            limit: "≤ " + kilobytes(limit), verdict: verdict(bytes, limit))
    }

    /// Returns a number of bytes in thousands, with the unit.
    static func kilobytes(_ bytes: Double) -> String {
        bytes.text(scaledBy: 0.001, decimals: 1) + " KB"
    }

    /// Compares a value with its limit, if there is one.
    static func verdict(_ value: Double, _ limit: Double?) -> Verdict {
        guard let limit else { return .noLimit }
        return value <= limit ? .passed : .failed
    }
}
