import QRCode

/// Writes labels to a PDF file, page by page: only the page in the making is in memory.
///
/// The symbols are paths, the text is text, and the same labels give the same bytes. Not safe to
/// use from two threads at once.
public final class SheetWriter {
    private let design: LabelDesign
    private let fitting: LabelFitting
    private let pages: TextPages
    private var drawing = PDFText()
    private var forms = SymbolForms()
    /// The place of the next label on the page, from 0.
    private var position: Int
    private var summary = SheetSummary()

    /// - Parameters:
    ///   - design: What all labels share.
    ///   - title: What the file calls itself.
    ///   - sink: Takes the file, piece by piece; what it throws ends the work.
    /// - Throws: `LabelError`, or what `sink` throws.
    public init(
        _ design: LabelDesign, title: String, sink: @escaping ([UInt8]) throws -> Void
    ) throws {
        self.design = design
        fitting = try LabelFitting(design)
        pages = try TextPages(size: design.layout.page, title: title, sink: sink)
        position = design.start - 1
        beginPage()
    }

    /// Prints the label, as often as there are copies.
    ///
    /// - Returns: How large the symbol is printed.
    /// - Throws: `LabelError` if the label does not fit, or what the sink throws.
    @discardableResult
    public func add(_ label: Label) throws -> PrintSize {
        let places = try fitting.place(modules: label.symbol.size, lines: label.lines)
        if fitting.textLines.prefix(label.lines.count).contains(where: { $0.unknown > 0 }) {
            summary.labelsWithUnknownCharacters += 1
        }
        for _ in 0..<design.copies {
            if position == design.layout.labelsPerPage { try endPage() }
            try print(label, places)
            position += 1
            summary.labels += 1
        }
        return places.size
    }

    /// Ends the file; nothing may be added afterwards.
    public func finish() throws -> SheetSummary {
        try endPage()
        try pages.finish()
        return summary
    }

    private func print(_ label: Label, _ places: LabelPlaces) throws {
        let (x, y) = design.layout.origin(ofLabel: position)
        drawing.append(
            label.dashes, size: places.size, colors: design.colors,
            x: dots(x + places.symbolX), y: dots(y + places.symbolY),
            byForm: try forms.show(label.symbol.size, on: pages))
        for (line, text) in zip(places.lines, fitting.textLines) {
            try pages.show(text, x: x + line.x, y: y + line.baseline, letters: line.letters)
        }
        if design.cutMarks {
            drawing.appendCutMarks(
                x: x, y: y, label: design.layout.label, page: design.layout.page,
                dotsPerInch: design.dotsPerInch)
        }
    }

    /// The nearest dot: where modules begin between dots, printers round them unevenly.
    private func dots(_ millimetres: Double) -> Int {
        Int((millimetres / Length.millimetresPerInch * design.dotsPerInch).rounded())
    }

    /// From here on a unit is a dot, and counts from the top left.
    private func beginPage() {
        let unit = Length.pointsPerInch / design.dotsPerInch
        drawing = PDFText()
        drawing.append("q\n")
        drawing.append(
            unit, 0, 0, -unit, 0, Length.points(design.layout.page.height), operator: "cm")
    }

    private func endPage() throws {
        drawing.append("Q\n")
        try pages.endPage(drawing: drawing, forms: forms.endPage())
        summary.pages += 1
        position = 0
        beginPage()
    }
}

/// What was printed.
public struct SheetSummary: Sendable, Equatable {
    /// Pages, the started one included.
    public var pages = 0

    /// Labels, with their copies.
    public var labels = 0

    /// Labels, without their copies, with characters that no installed font has.
    public var labelsWithUnknownCharacters = 0

    /// Nothing was printed.
    public init() {}
}
