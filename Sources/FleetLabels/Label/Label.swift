public import QRCode

/// Content of one label: a symbol, and lines of text below or beside it.
public struct Label: Sendable {
    /// Symbol, without its quiet zone.
    public let symbol: Symbol

    /// Lines, from top to bottom; one that is too long for its label is wrapped.
    public let lines: [String]

    /// ID in the margin of the page; `nil` leaves it out.
    public let id: String?

    /// Creates a label of a symbol and its lines.
    public init(_ symbol: Symbol, lines: [String] = [], id: String? = nil) {
        self.symbol = symbol
        self.lines = lines
        self.id = id
    }
}

/// Layout and appearance of all labels of a run.
public struct LabelDesign: Sendable {
    /// Default side of a symbol that is printed alone, as an image in a folder, in millimetres.
    public static let standardSide = 25.0

    /// Range of the number of copies.
    public static let copyLimits = 1...10_000

    /// Positions of the labels on a page.
    public var layout: SheetLayout

    /// Maximum side of the printed symbol with its quiet zone, in millimetres.
    ///
    /// Nil means the shorter side of the label without its margins and its text.
    public var side: Double?

    /// Position of the text; `nil` means beside the symbol on tapes, and below it elsewhere.
    public var arrangement: LabelArrangement?

    /// Resolution of the printer in dots per inch.
    public var dotsPerInch: Double = 300

    /// Width of the quiet zone in modules.
    public var quietZone: Int = Symbol.standardQuietZone

    /// Colors of the symbols.
    public var colors: SymbolColors = .blackOnWhite

    /// Whether cut marks are printed at the corners of the labels.
    public var cutMarks: Bool = false

    /// Position of the first label on the first page, counted from 1 row by row.
    public var start: Int = 1

    /// Positions of the first page that are not free, besides those before `start`, from 1.
    public var used: Set<Int> = []

    /// Positions of each page that get labels, from 1 row by row; `nil` for all.
    public var positions: [Int]?

    /// Number of copies of each label.
    public var copies: Int = 1

    /// Pages that are printed, from 1; `nil` for all.
    public var pages: ClosedRange<Int>?

    /// Positions of these pages that are printed, from 1; `nil` for all.
    ///
    /// The labels stay where they are in the whole run.
    public var printedPositions: [Int]?

    /// Correction for the printer.
    public var correction: PrintCorrection = .none

    /// Whether the page with the first label shows how to correct the printer, with rulers.
    public var isTest: Bool = false

    /// Creates a design with defaults for everything but the layout.
    public init(layout: SheetLayout) {
        self.layout = layout
    }

    /// Checks the values that do not depend on the labels.
    func validate() throws(LabelError) {
        guard 1...layout.labelsPerPage ~= start else {
            throw .startOutOfRange(start, limit: layout.labelsPerPage)
        }
        try validatePositions()
        guard correction.isValid else { throw .correctionOutOfRange(correction) }
        guard LabelDesign.copyLimits.contains(copies) else { throw .copiesOutOfRange(copies) }
        guard Symbol.quietZones.contains(quietZone) else {
            throw .quietZoneOutOfRange(quietZone)
        }
        guard PrintSize.resolutions.contains(dotsPerInch) else {
            throw .size(.resolutionOutOfRange(dotsPerInch))
        }
        if let side, !PrintSize.sides.contains(side) { throw .size(.sideOutOfRange(side)) }
    }
    private func validatePositions() throws(LabelError) {
        let chosen = (positions ?? []) + (printedPositions ?? []) + used.sorted()
        guard !layout.isRoll || chosen.isEmpty else { throw .positionsOnRoll }
        let limit = layout.labelsPerPage
        for position in chosen where !(1...limit).contains(position) {
            throw .positionOutOfRange(position, limit: limit)
        }
        guard SheetPlan(self, labels: 1).hasFreePosition else { throw .noFreePosition }
    }
}
