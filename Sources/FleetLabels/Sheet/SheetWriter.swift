import QRCode

/// Writes labels to a PDF file page by page; only the current page is in memory.
///
/// Symbols are paths, text is text, and the output is deterministic. Not safe to use from two
/// threads at once.
public final class SheetWriter {
    private let design: LabelDesign
    private let fitter: LabelFitter
    private let pages: TextPages
    private var drawing = PDFBuffer()
    private var forms = SymbolForms()
    /// Position of the next label on the page, from 0.
    private var position: Int
    private var summary = SheetSummary()

    /// Creates a writer.
    /// - Parameters:
    ///   - design: The design of all labels.
    ///   - title: The title of the document.
    ///   - sink: Receives the file piece by piece; an error that it throws stops the writer.
    /// - Throws: `LabelError`, or what `sink` throws.
    public init(
        _ design: LabelDesign, title: String, sink: @escaping ([UInt8]) throws -> Void
    ) throws {
        self.design = design
        fitter = try LabelFitter(design)
        pages = try TextPages(size: design.layout.page, title: title, sink: sink)
        position = design.start - 1
        beginPage()
    }

    /// Adds all copies of a label.
    ///
    /// - Returns: The printed size of the symbol.
    /// - Throws: `LabelError` if the label does not fit, or what the sink throws.
    @discardableResult
    public func add(_ label: Label) throws -> PrintSize {
        let placement = try fitter.placement(modules: label.symbol.size, lines: label.lines)
        if fitter.textLines.prefix(label.lines.count).contains(where: { $0.unknownCount > 0 }) {
            summary.labelsWithUnknownCharacters += 1
        }
        for _ in 0..<design.copies {
            if position == design.layout.labelsPerPage { try endPage() }
            try print(label, placement)
            position += 1
            summary.labels += 1
        }
        return placement.size
    }

    /// Finishes the file; nothing may be added afterwards.
    public func finish() throws -> SheetSummary {
        try endPage()
        try pages.finish()
        return summary
    }

    private func print(_ label: Label, _ placement: LabelPlacement) throws {
        let (x, y) = design.layout.origin(ofLabel: position)
        drawing.append(
            label.dashes, size: placement.size, colors: design.colors,
            x: dots(x + placement.symbolX), y: dots(y + placement.symbolY),
            byForm: try forms.show(label.symbol.size, on: pages))
        for (line, text) in zip(placement.lines, fitter.textLines) {
            try pages.show(text, x: x + line.x, y: y + line.baseline, fontSize: line.fontSize)
        }
        if design.cutMarks {
            drawing.appendCutMarks(
                x: x, y: y, label: design.layout.label, page: design.layout.page,
                dotsPerInch: design.dotsPerInch)
        }
    }

    /// Rounds to the nearest dot; printers round modules that start between dots unevenly.
    private func dots(_ millimetres: Double) -> Int {
        Int((millimetres / Length.millimetresPerInch * design.dotsPerInch).rounded())
    }

    /// Starts a page; the unit is a dot, counted from the top left.
    private func beginPage() {
        let unit = Length.pointsPerInch / design.dotsPerInch
        drawing = PDFBuffer()
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

/// Summary of the printed labels.
public struct SheetSummary: Sendable, Equatable {
    /// Pages, including the last one.
    public var pages = 0

    /// Labels, including copies.
    public var labels = 0

    /// Labels, without copies, that contain characters missing from all installed fonts.
    public var labelsWithUnknownCharacters = 0

    /// Creates an empty summary.
    public init() {}
}

extension PDFBuffer {
    /// Length of a mark in millimetres.
    private static let markLength = 3.0

    /// Draws cut marks: thin lines outwards from a label's corners along the cuts, within the page.
    ///
    /// Arguments are in millimetres; the drawing's unit is a dot.
    fileprivate mutating func appendCutMarks(
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
