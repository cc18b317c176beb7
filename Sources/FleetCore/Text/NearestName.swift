/// Search for the name that a mistyped one most likely stands for.
package enum NearestName {
    /// Returns the nearest of the names: one that the text begins or that begins with it, else
    /// one with few typing errors; `nil` if none is near.
    package static func of(_ text: String, among names: [String]) -> String? {
        all(near: text, among: names, limit: 1).first
    }

    /// Maximum numbers of characters of a text and of names that are compared, which bounds the
    /// time for those of a hostile feed.
    private static let (maxLength, maxNames) = (100, 2000)

    /// Returns the nearest names, the nearest first, ignoring case.
    package static func all(near text: String, among names: [String], limit: Int) -> [String] {
        let text = text.lowercased()
        guard (2...maxLength).contains(text.count) else { return [] }
        let maxDistance = max(1, text.count / 3)
        let near = names.prefix(maxNames).filter { $0.count <= maxLength }
            .map { (name: $0, distance: distance(from: text, to: $0.lowercased())) }
            .filter { $0.distance <= maxDistance }
            .sorted { ($0.distance, -$0.name.count) < ($1.distance, -$1.name.count) }
        return near.prefix(limit).map(\.name)
    }

    /// Returns the name that differs from the text by its end or one typing error.
    package static func typo(of text: String, among names: [String]) -> String? {
        guard text.count >= 2 else { return nil }
        return names.first { distance(from: text, to: $0) <= 1 }
    }

    /// Returns the number of typing errors between two names: 0 for the beginning of a name, 1 for
    /// a text that goes on after it, else the insertions, deletions, substitutions and
    /// transpositions of neighbors (optimal string alignment).
    private static func distance(from text: String, to name: String) -> Int {
        if name.hasPrefix(text) { return 0 }
        if text.hasPrefix(name) { return 1 }
        let (text, name) = (Array(text), Array(name))
        var rows = [Array(0...name.count)]
        for (row, character) in text.enumerated() {
            var distances = [row + 1]
            for (column, other) in name.enumerated() {
                let substituted = rows[row][column] + (character == other ? 0 : 1)
                var least = min(substituted, rows[row][column + 1] + 1, distances[column] + 1)
                if row > 0, column > 0, character == name[column - 1], text[row - 1] == other {
                    least = min(least, rows[row - 1][column - 1] + 1)
                }
                distances.append(least)
            }
            rows.append(distances)
        }
        return rows[text.count][name.count]
    }
}
