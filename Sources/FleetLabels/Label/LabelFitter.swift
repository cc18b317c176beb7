/// Computes the positions of symbol and text on a label, and reports parts that do not fit.
///
/// Symbol and text are as large as possible; if the label is small, text shrinks first, then wraps.
/// Not safe to use from two threads at once.
public final class LabelFitter {
    /// Font size for which space is kept below a symbol, in points.
    public static let standardFontSize = 8.0

    /// Font size where a symbol leaves more space, in points.
    public static let maxFontSize = 14.0

    /// Minimum font size, in points.
    ///
    /// An x is 0.9 mm high then, the minimum that Regulation (EU) 1169/2011, article 13, sets for
    /// small labels.
    public static let minFontSize = 5.0

    /// Baseline of a row from its top, relative to the font size.
    private static let baseline = 0.96

    let design: LabelDesign
    private let text = TextFitter()

    /// Layouts of the rows of text of the last label, which the next label replaces.
    var rowLayouts: [TextLine] { text.layouts }

    /// Creates a fitter.
    /// - Parameter design: The design of all labels.
    /// - Throws: `LabelError` if the design itself cannot be printed.
    public init(_ design: LabelDesign) throws(LabelError) {
        try design.validate()
        self.design = design
    }

    /// Returns the printed size of a symbol of a version, 1 to 40, with lines of text.
    ///
    /// - Throws: `LabelError` if the symbol or a line does not fit the label, or if there are lines
    ///   but the text libraries are missing.
    public func printSize(version: Int, lines: [String]) throws(LabelError) -> PrintSize {
        try placement(modules: 17 + 4 * min(max(1, version), 40), lines: lines).size
    }

    /// Returns the positions of symbol and lines on a label.
    func placement(modules: Int, lines: [String]) throws(LabelError) -> LabelPlacement {
        let label = design.layout.label
        let arrangement = design.arrangement ?? .suiting(label)
        guard arrangement != .code, !lines.isEmpty else {
            let (room, sizes) = try sizes(modules, LabelRoom(label: label, arrangement: .code))
            return placement(sizes.largest, [], in: room)
        }
        let lines = try text.measure(lines)
        let (room, sizes) = try sizes(
            modules, LabelRoom(label: label, arrangement: arrangement), lines: lines.count)
        var fitting = try fit(lines, sizes.largest, in: room)
        // A smaller symbol leaves more space.
        var (fits, tooLarge) = (sizes.smallest.dotsPerModule, sizes.largest.dotsPerModule)
        if fitting == nil, design.side == nil, fits < tooLarge {
            fitting = try fit(lines, sizes.smallest, in: room)
            while fitting != nil, tooLarge - fits > 1 {
                let size = sizes.smallest.with(dotsPerModule: (fits + tooLarge) / 2)
                if let found = try fit(lines, size, in: room) {
                    (fitting, fits) = (found, size.dotsPerModule)
                } else {
                    tooLarge = size.dotsPerModule
                }
            }
        }
        guard let fitting else {
            let size = design.side == nil ? sizes.smallest : sizes.largest
            throw try text.error(of: lines, in: space(beside: size, in: room))
        }
        return fitting
    }

    /// Returns the sizes of a symbol, and the space on the label.
    ///
    /// The quiet zone takes the margins if the symbol does not fit otherwise. Text shrinks to the
    /// minimum font size before a symbol counts as too large.
    private func sizes(
        _ modules: Int, _ room: LabelRoom, lines: Int = 0
    ) throws(LabelError) -> (LabelRoom, (smallest: PrintSize, largest: PrintSize)) {
        var room = room
        let modules = modules + 2 * design.quietZone
        let (standard, minimum) = (
            TextFitter.height(rows: lines, of: LabelFitter.standardFontSize),
            TextFitter.height(rows: lines, of: LabelFitter.minFontSize)
        )
        let smallest: PrintSize, side: Double, largest: PrintSize
        do throws(PrintSizeError) {
            smallest = try PrintSize(smallestFor: modules, dotsPerInch: design.dotsPerInch)
            if smallest.side > room.maxSide(textHeight: minimum) + 1e-6 {
                room.reach = min(LabelRoom.margin, quietZone(of: smallest))
            }
            side = design.side ?? max(smallest.side, room.defaultSide(textHeight: standard))
            largest = try PrintSize(
                modules: modules, millimetres: side, dotsPerInch: design.dotsPerInch)
        } catch {
            throw .size(error)
        }
        let available = room.maxSide(textHeight: minimum)
        guard side <= available + 1e-6 else {
            throw .symbolDoesNotFit(
                needed: design.side ?? smallest.sideRoundedUp, available: available)
        }
        return (room, (smallest, largest))
    }

    private func quietZone(of size: PrintSize) -> Double {
        Double(design.quietZone) * size.moduleMillimetres
    }

    private func space(beside size: PrintSize, in room: LabelRoom) -> PaperSize {
        room.text(side: size.side, quietZone: quietZone(of: size))
    }

    /// Returns the positions with a symbol of a size; `nil` if the text does not fit.
    private func fit(
        _ lines: [TextFitter.Line], _ size: PrintSize, in room: LabelRoom
    ) throws(LabelError) -> LabelPlacement? {
        try text.rows(of: lines, in: space(beside: size, in: room))
            .map { placement(size, $0, in: room) }
    }

    private func placement(
        _ size: PrintSize, _ rows: [TextFitter.Row], in room: LabelRoom
    ) -> LabelPlacement {
        let textHeight = rows.reduce(0) { $0 + $1.height }
        var placement = LabelPlacement(size: size, reachesEdge: room.reach > 0)
        (placement.symbolX, placement.symbolY) = room.origin(
            side: size.side, textHeight: textHeight)
        let isBeside = room.arrangement == .beside
        let left = room.textX(side: size.side, quietZone: quietZone(of: size))
        var top =
            isBeside
            ? (room.label.height - textHeight) / 2 : placement.symbolY + size.side
        for row in rows {
            let x = isBeside ? left : (room.label.width - row.width) / 2
            let baseline = Length.millimetres(points: row.fontSize * LabelFitter.baseline)
            placement.lines.append(
                LabelPlacement.Line(
                    x: x, width: row.width, baseline: top + baseline, fontSize: row.fontSize))
            top += row.height
        }
        return placement
    }
}
