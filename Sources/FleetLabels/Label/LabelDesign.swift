public import QRCode

/// How all labels of a run look.
public struct LabelDesign: Sendable {
    /// The symbol's printed side if none is asked for, in millimetres.
    public static let standardSide = 25.0

    /// The copies that can be asked for.
    public static let copyLimits = 1...10_000

    /// Where the labels lie.
    public var layout: SheetLayout

    /// The symbol's printed side with its quiet zone, in millimetres, at most.
    ///
    /// Nil stands for `standardSide`, or for what the label leaves if that is less.
    public var side: Double?

    /// The printer's resolution.
    public var dotsPerInch: Double = 300

    /// Light modules on each side of a symbol.
    public var quietZone: Int = Symbol.standardQuietZone

    /// The colors of the symbols.
    public var colors: SymbolColors = .blackOnWhite

    /// Whether the corners of the labels are marked, for sheets that are still to be cut.
    public var cutMarks: Bool = false

    /// The first label of the first page that is used, counted from 1 row by row.
    public var start: Int = 1

    /// How often each label is printed.
    public var copies: Int = 1

    /// The standard of everything but the layout.
    public init(layout: SheetLayout) {
        self.layout = layout
    }

    /// Checks what does not depend on the labels.
    func validate() throws(LabelError) {
        guard 1...layout.labelsPerPage ~= start else {
            throw .startOutOfRange(start, limit: layout.labelsPerPage)
        }
        guard LabelDesign.copyLimits.contains(copies) else { throw .copiesOutOfRange(copies) }
        guard Symbol.quietZones.contains(quietZone) else {
            throw .quietZoneOutOfRange(quietZone)
        }
        guard PrintSize.resolutions.contains(dotsPerInch) else {
            throw .size(.resolutionOutOfRange(dotsPerInch))
        }
        if let side, !PrintSize.sides.contains(side) { throw .size(.sideOutOfRange(side)) }
    }
}
