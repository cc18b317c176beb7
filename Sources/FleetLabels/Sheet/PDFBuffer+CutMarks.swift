extension PDFBuffer {
    /// Length of a mark in millimetres.
    private static let markLength = 3.0

    /// Draws cut marks: thin lines outwards from a label's corners along the cuts, within the page.
    ///
    /// Arguments are in millimetres; the drawing's unit is a dot.
    mutating func appendCutMarks(
        x: Double, y: Double, label: PaperSize, page: PaperSize, dotsPerInch: Double
    ) {
        // Dots per millimetre.
        let scale = dotsPerInch / Length.millimetresPerInch
        let (right, bottom) = (x + label.width, y + label.height)
        let reach = PDFBuffer.markLength
        append("q ")
        // A tenth of a millimetre.
        append((scale / 10 * 100).rounded() / 100)
        append(" w\n")
        for cut in [x, right] {
            appendMark(x: cut, y: y, endX: cut, endY: max(0, y - reach), scale)
            appendMark(
                x: cut, y: bottom, endX: cut, endY: min(page.height, bottom + reach), scale)
        }
        for cut in [y, bottom] {
            appendMark(x: x, y: cut, endX: max(0, x - reach), endY: cut, scale)
            appendMark(
                x: right, y: cut, endX: min(page.width, right + reach), endY: cut, scale)
        }
        append("S Q\n")
    }

    private mutating func appendMark(
        x: Double, y: Double, endX: Double, endY: Double, _ scale: Double
    ) {
        guard x != endX || y != endY else { return }
        append((x * scale).rounded(), (y * scale).rounded(), operator: "m")
        append((endX * scale).rounded(), (endY * scale).rounded(), operator: "l")
    }
}
