/// The course of a value in a line of block characters, the highest the tallest.
public enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The values in at most `width` characters, each in its place between the least and the greatest;
    /// several values that share a character are averaged.
    ///
    /// What is missing or not finite is a space. Values that are all the same stand in the middle.
    public static func text(of values: [Double?], width: Int) -> String {
        let levels = resampled(values.map { $0.flatMap { $0.isFinite ? $0 : nil } }, to: width)
        let known = levels.compactMap(\.self)
        guard let least = known.min(), let greatest = known.max() else {
            return String(repeating: " ", count: levels.count)
        }
        return String(levels.map { block($0, from: least, to: greatest) })
    }

    /// The course of samples.
    public static func text(of samples: [Sample], width: Int) -> String {
        text(of: samples.map(\.value), width: width)
    }

    private static func block(
        _ level: Double?, from least: Double, to greatest: Double
    ) -> Character {
        guard let level else { return " " }
        // Halves, since the distance of two finite numbers may not be finite.
        let span = greatest / 2 - least / 2
        let share = span > 0 ? (level / 2 - least / 2) / span : 0.45
        let index = Int((min(max(share, 0), 1) * Double(blocks.count - 1)).rounded())
        return blocks[index]
    }

    /// The means of `width` parts as equal as can be; fewer values stay as they are.
    private static func resampled(_ values: [Double?], to width: Int) -> [Double?] {
        guard values.count > width else { return values }
        return (0..<max(width, 0)).map { part in
            let range = part * values.count / width..<(part + 1) * values.count / width
            let known = values[range].compactMap(\.self)
            // Each is divided before the sum is made, which stays finite so.
            return known.isEmpty ? nil : known.reduce(0) { $0 + $1 / Double(known.count) }
        }
    }
}
