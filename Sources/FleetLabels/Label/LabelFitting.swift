/// Finds the place of symbol and text on a label, or says what does not fit.
///
/// The symbol stands over its text, and both in the middle of the label. Not safe to use from
/// two threads at once; nothing is written.
public final class LabelFitting {
    /// How high the letters are if there is room, in points.
    public static let standardText = 8.0

    /// The smallest letters that are printed, in points.
    public static let smallestText = 4.0

    /// The sizes between, so that a run of any length needs few fonts.
    static let textStep = 0.25

    /// What is left free along the edges of a label, in millimetres.
    static let padding = 1.0

    /// How high a line is, in heights of its letters, and where in it the letters stand.
    static let lineHeight = 1.25
    static let baseline = 0.96

    let design: LabelDesign
    /// The lines of the label last placed; each stays set until the next label.
    private(set) var textLines: [TextLine] = []

    /// - Parameter design: What all labels share.
    /// - Throws: `LabelError` if the design cannot be printed, whatever the labels.
    public init(_ design: LabelDesign) throws(LabelError) {
        try design.validate()
        self.design = design
    }

    /// How large a symbol of that version, 1 to 40, will be printed over these lines.
    ///
    /// - Throws: `LabelError` if the symbol or a line does not fit the label, or if there are
    ///   lines, but no library to set them.
    public func printSize(version: Int, lines: [String]) throws(LabelError) -> PrintSize {
        try place(modules: 17 + 4 * min(max(1, version), 40), lines: lines).size
    }

    /// Where everything lies on a label, from its upper left corner.
    func place(modules: Int, lines: [String]) throws(LabelError) -> LabelPlaces {
        let (width, height) = (room(design.layout.label.width), room(design.layout.label.height))
        let symbol = try size(modules: modules + 2 * design.quietZone, lines: lines.count)
        let free = Length.points(max(0, height - symbol.side))
        let rows = Double(lines.count) * LabelFitting.lineHeight
        let letters = LabelFitting.step(
            min(LabelFitting.standardText, lines.isEmpty ? 0 : free / rows))
        let stack = symbol.side + Length.millimetres(points: letters * rows)
        var places = LabelPlaces(size: symbol)
        places.symbolX = (design.layout.label.width - symbol.side) / 2
        places.symbolY = (design.layout.label.height - stack) / 2
        for (index, line) in lines.enumerated() {
            let row = Double(index) * LabelFitting.lineHeight + LabelFitting.baseline
            let below = Length.millimetres(points: letters * row)
            if index == textLines.count { textLines.append(try TextLine()) }
            places.lines.append(
                try fit(
                    line, textLines[index], size: letters, width: width,
                    baseline: places.symbolY + symbol.side + below))
        }
        return places
    }

    /// The next size that is not larger.
    private static func step(_ size: Double) -> Double {
        ((size + 1e-6) / textStep).rounded(.down) * textStep
    }

    private func room(_ side: Double) -> Double { max(0, side - 2 * LabelFitting.padding) }

    /// The symbol's size: as asked, or what the text leaves, which grows small before the symbol
    /// cannot be printed.
    private func size(modules: Int, lines: Int) throws(LabelError) -> PrintSize {
        let most = room(besideLines: lines, of: LabelFitting.smallestText)
        let rest = room(besideLines: lines, of: LabelFitting.standardText)
        let (least, wanted): (PrintSize, PrintSize)
        do throws(PrintSizeError) {
            least = try PrintSize(smallestFor: modules, dotsPerInch: design.dotsPerInch)
            let side = design.side ?? max(least.side, min(LabelDesign.standardSide, rest))
            wanted = try PrintSize(
                modules: modules, millimetres: side, dotsPerInch: design.dotsPerInch)
        } catch {
            throw .size(error)
        }
        let side = design.side ?? wanted.side
        guard side <= most + 1e-6 else {
            let needed = design.side ?? least.sideRoundedUp
            throw .symbolDoesNotFit(needed: needed, available: most)
        }
        return wanted
    }

    /// The side of the largest square that leaves place for lines of `letters` points.
    private func room(besideLines lines: Int, of letters: Double) -> Double {
        let text = Length.millimetres(points: Double(lines) * letters * LabelFitting.lineHeight)
        let label = design.layout.label
        return max(0, min(room(label.width), room(label.height) - text))
    }

    /// The largest letters, up to `size`, with which the line is not wider than `width`.
    private func fit(
        _ line: String, _ textLine: TextLine, size: Double, width: Double, baseline: Double
    ) throws(LabelError) -> LabelPlaces.Line {
        let text = PrintableText(line)
        let count = text.text.unicodeScalars.count
        guard count <= TextLine.lengthLimit else {
            throw .textTooLong(count: count, limit: TextLine.lengthLimit)
        }
        let reachByPoint = Length.millimetres(points: textLine.set(text))
        var letters = size
        if letters * reachByPoint > width {
            letters = max(LabelFitting.smallestText, LabelFitting.step(width / reachByPoint))
        }
        let reach = letters * reachByPoint
        guard reach <= width + 1e-6 else {
            throw .textDoesNotFit(text: text.text, needed: reach, available: width)
        }
        guard !textLine.towers else { throw .textTowers(text: text.text) }
        let x = (design.layout.label.width - reach) / 2
        return LabelPlaces.Line(x: x, baseline: baseline, letters: letters)
    }
}
