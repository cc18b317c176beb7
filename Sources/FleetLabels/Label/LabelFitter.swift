/// Computes the positions of symbol and text on a label, and reports parts that do not fit.
///
/// The symbol is above its text, and both are centered on the label. Not safe to use from two
/// threads at once.
public final class LabelFitter {
    /// Font size if there is room, in points.
    public static let standardFontSize = 8.0

    /// Minimum font size, in points.
    public static let minFontSize = 4.0

    /// Step between font sizes, so that a run of any length needs few fonts.
    private static let fontSizeStep = 0.25

    /// Margin inside the edges of a label, in millimetres.
    private static let padding = 1.0

    /// Line height and baseline offset, relative to the font size.
    private static let lineHeight = 1.25
    private static let baseline = 0.96

    let design: LabelDesign
    /// Text lines of the last label; each keeps its text until the next label.
    private(set) var textLines: [TextLine] = []

    /// Creates a fitter.
    /// - Parameter design: The design of all labels.
    /// - Throws: `LabelError` if the design itself cannot be printed.
    public init(_ design: LabelDesign) throws(LabelError) {
        try design.validate()
        self.design = design
    }

    /// Returns the printed size of a symbol of a version, 1 to 40, above lines of text.
    ///
    /// - Throws: `LabelError` if the symbol or a line does not fit the label, or if there are lines
    ///   but the text libraries are missing.
    public func printSize(version: Int, lines: [String]) throws(LabelError) -> PrintSize {
        try placement(modules: 17 + 4 * min(max(1, version), 40), lines: lines).size
    }

    /// Returns the positions of symbol and lines on a label.
    func placement(modules: Int, lines: [String]) throws(LabelError) -> LabelPlacement {
        let (width, height) = (room(design.layout.label.width), room(design.layout.label.height))
        let symbol = try size(modules: modules + 2 * design.quietZone, lines: lines.count)
        let free = Length.points(max(0, height - symbol.side))
        let rows = Double(lines.count) * LabelFitter.lineHeight
        let fontSize = LabelFitter.step(
            min(LabelFitter.standardFontSize, lines.isEmpty ? 0 : free / rows))
        let stack = symbol.side + Length.millimetres(points: fontSize * rows)
        var placement = LabelPlacement(size: symbol)
        placement.symbolX = (design.layout.label.width - symbol.side) / 2
        placement.symbolY = (design.layout.label.height - stack) / 2
        for (index, line) in lines.enumerated() {
            let row = Double(index) * LabelFitter.lineHeight + LabelFitter.baseline
            let below = Length.millimetres(points: fontSize * row)
            if index == textLines.count { textLines.append(try TextLine()) }
            placement.lines.append(
                try fit(
                    line, textLines[index], size: fontSize, width: width,
                    baseline: placement.symbolY + symbol.side + below))
        }
        return placement
    }

    /// Returns the font size rounded down to a whole step.
    private static func step(_ size: Double) -> Double {
        ((size + 1e-6) / fontSizeStep).rounded(.down) * fontSizeStep
    }

    private func room(_ side: Double) -> Double { max(0, side - 2 * LabelFitter.padding) }

    /// Returns the symbol's size: the requested one, or the space that the text leaves.
    ///
    /// Text shrinks to the minimum font size before a symbol counts as too large.
    private func size(modules: Int, lines: Int) throws(LabelError) -> PrintSize {
        let maxSide = room(besideLines: lines, of: LabelFitter.minFontSize)
        let remaining = room(besideLines: lines, of: LabelFitter.standardFontSize)
        let (smallest, requested): (PrintSize, PrintSize)
        do throws(PrintSizeError) {
            smallest = try PrintSize(smallestFor: modules, dotsPerInch: design.dotsPerInch)
            let side = design.side ?? max(smallest.side, min(LabelDesign.standardSide, remaining))
            requested = try PrintSize(
                modules: modules, millimetres: side, dotsPerInch: design.dotsPerInch)
        } catch {
            throw .size(error)
        }
        let side = design.side ?? requested.side
        guard side <= maxSide + 1e-6 else {
            let needed = design.side ?? smallest.sideRoundedUp
            throw .symbolDoesNotFit(needed: needed, available: maxSide)
        }
        return requested
    }

    /// Returns the side of the largest square that leaves room for lines of `fontSize` points.
    private func room(besideLines lines: Int, of fontSize: Double) -> Double {
        let text = Length.millimetres(points: Double(lines) * fontSize * LabelFitter.lineHeight)
        let label = design.layout.label
        return max(0, min(room(label.width), room(label.height) - text))
    }

    /// Places a line in the largest font size, up to `size`, at which it fits `width`.
    private func fit(
        _ line: String, _ textLine: TextLine, size: Double, width: Double, baseline: Double
    ) throws(LabelError) -> LabelPlacement.Line {
        let text = PrintableText(line)
        let count = text.text.unicodeScalars.count
        guard count <= TextLine.lengthLimit else {
            throw .textTooLong(count: count, limit: TextLine.lengthLimit)
        }
        let widthPerPoint = Length.millimetres(points: textLine.set(text))
        var fontSize = size
        if fontSize * widthPerPoint > width {
            fontSize = max(LabelFitter.minFontSize, LabelFitter.step(width / widthPerPoint))
        }
        let lineWidth = fontSize * widthPerPoint
        guard lineWidth <= width + 1e-6 else {
            throw .textDoesNotFit(text: text.text, needed: lineWidth, available: width)
        }
        guard !textLine.isTooTall else { throw .textTooTall(text: text.text) }
        let x = (design.layout.label.width - lineWidth) / 2
        return LabelPlacement.Line(x: x, baseline: baseline, fontSize: fontSize)
    }
}

/// Positions of symbol and text on a label, in millimetres from its top left corner.
struct LabelPlacement {
    struct Line {
        /// Left end of the line.
        let x: Double
        let baseline: Double

        /// Font size in points.
        let fontSize: Double
    }

    let size: PrintSize

    /// Left edge of the symbol's quiet zone.
    var symbolX = 0.0
    /// Upper edge of the symbol's quiet zone.
    var symbolY = 0.0
    var lines: [Line] = []

    init(size: PrintSize) {
        self.size = size
    }
}
