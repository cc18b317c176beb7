/// A line of the table: two figures, how they compare and what is asked of them.
struct Row {
    /// Whether what is asked holds.
    enum Verdict: String {
        case holds = "yes"
        case fails = "NO"
        /// Nothing is asked; the figure is for information.
        case open = "-"
        /// It could not be measured.
        case void
    }

    let name: String
    var figure = "-"
    var reference = "-"
    var ratio = "-"
    var limit = "-"
    let verdict: Verdict

    /// A benchmark that could not be measured.
    static func void(_ name: String) -> Row { Row(name: name, verdict: .void) }

    /// Compares a figure with another one of the same run.
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

    /// Whether a value is within a limit, if there is one.
    static func verdict(_ value: Double, _ limit: Double?) -> Verdict {
        guard let limit else { return .open }
        return value <= limit ? .holds : .fails
    }
}
