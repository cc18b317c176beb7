import Foundation

/// Classes of counts, for the shades of a map's cells: up to four, from the least to the largest
/// count, each some times as large as the one before.
///
/// `Web/assets/map-legend.js` makes the same of the cells in view.
struct CountClasses: Sendable {
    /// One class: the keys of the template `_map`.
    struct Class: Equatable, Sendable {
        /// 1 to 4, the fullest.
        var level: String
        /// Range such as `2–4`.
        var text: String
    }

    private static let maxLevel = 4

    /// The least count of each class; empty if no cell has more than one.
    let bounds: [Int]
    private let most: Int

    /// Creates the classes of some counts.
    init(of counts: some Collection<Int>) {
        let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
        self.most = most
        var bounds = most < 2 ? [] : [least]
        for level in 1..<Self.maxLevel where most >= 2 {
            let share = Double(level) / Double(Self.maxLevel)
            let bound = Self.rounded(Double(least) * pow(Double(most) / Double(least), share))
            if bound > bounds[bounds.count - 1], bound <= most { bounds.append(bound) }
        }
        self.bounds = bounds
    }

    /// The classes, for a legend.
    var all: [Class] {
        bounds.enumerated().map { index, bound in
            let last = index + 1 < bounds.count ? bounds[index + 1] - 1 : most
            let range =
                bound == last ? Self.short(bound) : Self.short(bound) + "–" + Self.short(last)
            return Class(level: "\(level(of: bound))", text: range)
        }
    }

    /// Returns the shade of a count; the last one is always the darkest.
    func level(of count: Int) -> Int {
        (bounds.lastIndex { $0 <= count } ?? 0) + 1 + Self.maxLevel - max(bounds.count, 1)
    }

    /// Returns a count in at most four characters, such as `12k`.
    static func short(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(count)"
        case ..<10_000: "\(count / 1000).\(count / 100 % 10)k"
        default: "\(count / 1000)k"
        }
    }

    /// Rounds to a number with few digits.
    private static func rounded(_ number: Double) -> Int {
        let power = pow(10, log10(number).rounded(.down))
        let digit = number / power
        let step = steps.min { abs($0 - digit) < abs($1 - digit) } ?? 1
        return Int((power * step).rounded())
    }

    private static let steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
}
