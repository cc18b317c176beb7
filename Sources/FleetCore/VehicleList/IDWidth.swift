/// Measurement of the width that the IDs of a table need to stay usable.
///
/// An ID up to the length of a UUID is shown whole if there is room for the state and the battery
/// beside it. A longer one may be cut, but not before it is unique in the table.
struct IDWidth {
    private let isMeasured: Bool
    private var widest = 0
    private var long: [String] = []

    /// Width of a UUID with a prefix.
    private static let maxWhole = 40
    /// Width of the columns for state, color and battery with their gaps.
    private static let roomForOthers = 40
    private static let minimum = 18

    init(isMeasured: Bool) {
        self.isMeasured = isMeasured
    }

    mutating func measure(_ id: String) {
        guard isMeasured else { return }
        // Bytes are as good as columns here, and faster to count.
        widest = max(widest, id.utf8.count)
        if id.utf8.count > Self.maxWhole { long.append(TerminalText.limited(id)) }
    }

    /// Returns the minimum width on a terminal.
    func minWidth(of terminal: Int) -> Int {
        let available = max(Self.minimum, terminal - Self.roomForOthers)
        if long.isEmpty { return min(widest, available) }
        return max(Self.minimum, min(uniqueLength + 1, available))
    }

    /// Length of the shortest prefix that is unique among the long IDs.
    private var uniqueLength: Int {
        let sorted = long.sorted()
        let common = zip(sorted, sorted.dropFirst()).map { left, right in
            left == right ? 0 : zip(left, right).prefix { $0 == $1 }.count
        }
        return max(Self.maxWhole - 1, (common.max() ?? 0) + 1)
    }
}
