/// Texts of values with their counts.
enum CountText {
    /// Maximum number of listed values; a hostile feed may have one for each vehicle.
    private static let maxValues = 20

    /// Returns the values with their counts, most frequent first, safe for a terminal; the last
    /// text is the number of values that are left out.
    /// - Parameter detail: Returns the text that follows the count of a value.
    static func list(_ counts: [String: Int], detail: (String) -> String = { _ in "" }) -> [String]
    {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.count - maxValues
        return sorted.prefix(maxValues)
            .map { "\(TerminalText.limited($0.key)) \($0.value)" + detail($0.key) }
            + (rest > 0 ? ["\(rest) more"] : [])
    }
}
