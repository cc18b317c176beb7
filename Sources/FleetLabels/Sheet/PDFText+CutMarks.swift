extension PDFText {
    /// How long a mark is, in millimetres.
    private static let markLength = 3.0

    /// Marks where a label is to be cut: thin lines that lead outward from its corners along the
    /// cuts, as far as the page reaches, so that none lies on a label.
    ///
    /// The unit is a dot. Lengths are millimetres.
    mutating func appendCutMarks(
        x: Double, y: Double, label: PaperSize, page: PaperSize, dotsPerInch: Double
    ) {
        let dots = dotsPerInch / Length.millimetresPerInch
        let (right, bottom) = (x + label.width, y + label.height)
        let reach = PDFText.markLength
        append("q ")
        // A tenth of a millimetre.
        append((dots / 10 * 100).rounded() / 100)
        append(" w\n")
        for cut in [x, right] {
            appendMark(cut, y, cut, max(0, y - reach), dots)
            appendMark(cut, bottom, cut, min(page.height, bottom + reach), dots)
        }
        for cut in [y, bottom] {
            appendMark(x, cut, max(0, x - reach), cut, dots)
            appendMark(right, cut, min(page.width, right + reach), cut, dots)
        }
        append("S Q\n")
    }

    private mutating func appendMark(
        _ x: Double, _ y: Double, _ endX: Double, _ endY: Double, _ dots: Double
    ) {
        guard x != endX || y != endY else { return }
        append((x * dots).rounded(), (y * dots).rounded(), operator: "m")
        append((endX * dots).rounded(), (endY * dots).rounded(), operator: "l")
    }
}
