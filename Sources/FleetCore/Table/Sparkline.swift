/// Trend of a value as a line of block characters.
public enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Returns the values in at most `width` characters, scaled between their minimum and maximum.
    ///
    /// Values that share a character are averaged. A missing or infinite value is a space. If all
    /// values are equal, the blocks have medium height.
    public static func text(of values: [Double?], width: Int) -> String {
        let levels = resampled(values.map { $0.flatMap { $0.isFinite ? $0 : nil } }, to: width)
        let known = levels.compactMap(\.self)
        guard let minimum = known.min(), let maximum = known.max() else {
            return String(repeating: " ", count: levels.count)
        }
        return String(levels.map { block($0, from: minimum, to: maximum) })
    }

    /// Returns the trend of samples.
    public static func text(of samples: [Sample], width: Int) -> String {
        text(of: samples.map(\.value), width: width)
    }

    private static func block(
        _ level: Double?, from minimum: Double, to maximum: Double
    ) -> Character {
        guard let level else { return " " }
        // Halved, since the difference of two finite numbers may be infinite.
        let span = maximum / 2 - minimum / 2
        let fraction = span > 0 ? (level / 2 - minimum / 2) / span : 0.45
        let index = Int((min(max(fraction, 0), 1) * Double(blocks.count - 1)).rounded())
        return blocks[index]
    }

    /// Returns the means of `width` equal parts; fewer values are returned unchanged.
    private static func resampled(_ values: [Double?], to width: Int) -> [Double?] {
        guard values.count > width else { return values }
        return (0..<max(width, 0)).map { part in
            let range = part * values.count / width..<(part + 1) * values.count / width
            let known = values[range].compactMap(\.self)
            // Each value is divided before the addition, so that the sum stays finite.
            return known.isEmpty ? nil : known.reduce(0) { $0 + $1 / Double(known.count) }
        }
    }
}
