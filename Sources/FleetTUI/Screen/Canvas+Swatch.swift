extension Canvas {
    /// Draws a vehicle color as two cells, one for each of its first two tones.
    ///
    /// An unknown tone leaves its cell unchanged.
    mutating func drawSwatch(_ tones: [String], column: Int, row: Int, on background: ColorRole) {
        guard !tones.isEmpty else { return }
        for half in 0..<2 {
            guard let color = ColorRole(tone: tones[min(half, tones.count - 1)]) else { continue }
            put("█", column: column + half, row: row, Style(color, on: background))
        }
    }
}
