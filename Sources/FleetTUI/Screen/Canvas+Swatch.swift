extension Canvas {
    /// Draws a color of the world as two cells, one for each of its first two tones; a tone whose name
    /// is not known leaves its cell as it is.
    mutating func putSwatch(_ tones: [String], column: Int, row: Int, on ground: Ink) {
        guard !tones.isEmpty else { return }
        for half in 0..<2 {
            guard let ink = Ink(tone: tones[min(half, tones.count - 1)]) else { continue }
            put("█", column: column + half, row: row, Style(ink, on: ground))
        }
    }
}
