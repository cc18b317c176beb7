extension SheetPicture {
    /// Draws the picture with half blocks, one pixel above another in each cell; the background
    /// shows through transparent pixels.
    public func drawBlocks(column: Int, row: Int, on canvas: inout Canvas) {
        for line in 0..<(height + 1) / 2 {
            for x in 0..<width {
                let (upper, lower) = (color(x: x, y: 2 * line), color(x: x, y: 2 * line + 1))
                guard let color = upper ?? lower else { continue }
                let cell = Rect(column: column + x, row: row + line, columns: 1, rows: 1)
                let isUpper = upper != nil
                canvas.fill(
                    cell, Style(color, on: isUpper ? lower ?? .text : .text),
                    character: isUpper ? "▀" : "▄")
            }
        }
    }

    /// Returns the color of a pixel; `nil` below the picture, and for one that is mostly
    /// transparent.
    private func color(x: Int, y: Int) -> ColorRole? {
        let start = 4 * (y * width + x)
        guard y < height, rgba.count >= start + 4, rgba[start + 3] >= 128 else { return nil }
        return .rgb(rgba[start], rgba[start + 1], rgba[start + 2])
    }
}
