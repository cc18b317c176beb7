import QRCode

/// Writes labels to a PDF file or images page by page; only the current page is in memory.
///
/// In a PDF file, symbols are paths and text is text. The output is deterministic. Not safe to use from two
/// threads at once.
///
///     let design = LabelDesign(layout: layout)
///     let sheet = try SheetWriter(design, title: "Labels") { try file.append($0) }
///     _ = try sheet.add(Label(symbol, lines: ["Bike 7"]))
///     let summary = try sheet.finish()
public final class SheetWriter {
    private let design: LabelDesign
    private let fitter: LabelFitter
    private let pages: PDFPages
    private let footer: PageFooter?
    private let plan: SheetPlan
    /// Number of copies before the next label.
    private var copies = 0
    private var page: OpenPage?
    private(set) var summary = SheetSummary()

    /// A page that has labels and is not ended.
    private struct OpenPage {
        /// Number of the page, from 1.
        let number: Int
        var ids: (first: String, last: String)?
        /// Content of a test page, instead of a footer.
        var test: TestPage?
    }

    /// Creates a writer.
    /// - Parameters:
    ///   - design: The design of all labels.
    ///   - title: The title of the document.
    ///   - labels: The number of labels of the whole run, without copies, for the page numbers in
    ///     the margins; `nil` leaves them out.
    ///   - target: The form of the pages, and their receiver; an error that it throws stops the
    ///     writer.
    /// - Throws: `LabelError`.
    public init(
        _ design: LabelDesign, title: String, labels: Int? = nil, to target: SheetTarget
    ) throws {
        self.design = design
        fitter = try LabelFitter(design)
        pages = try PDFPages(
            size: design.layout.page, dotsPerInch: design.dotsPerInch, title: title, to: target)
        plan = SheetPlan(design, labels: labels ?? 0)
        footer = labels == nil ? nil : try PageFooter(design, pages: plan.pages)
    }

    /// Creates a writer of a PDF file.
    /// - Parameter sink: Receives the file page by page; an error that it throws stops the writer.
    /// - Throws: `LabelError`.
    public convenience init(
        _ design: LabelDesign, title: String, labels: Int? = nil,
        sink: @escaping ([UInt8]) throws -> Void
    ) throws {
        try self.init(design, title: title, labels: labels, to: .pdf(sink))
    }

    /// Adds all copies of a label; only those on the pages of the design are printed.
    ///
    /// - Returns: The printed size of the symbol, and the position of the first copy.
    /// - Throws: `LabelError` if the label does not fit, or the error of the sink.
    @discardableResult
    public func add(_ label: Label) throws -> PrintedLabel {
        let placement = try fitter.placement(modules: label.symbol.size, lines: label.lines)
        if fitter.rowLayouts.prefix(placement.lines.count).contains(where: { $0.unknownCount > 0 })
        {
            summary.labelsWithUnknownCharacters += 1
        }
        var first: SheetPlan.Slot?
        for _ in 0..<design.copies {
            let slot = plan.slot(ofCopy: copies)
            copies += 1
            guard plan.isPrinted(slot) else { continue }
            try open(page: slot.page, for: label.id)
            try print(label, placement, at: slot.index)
            summary.labels += 1
            first = first ?? slot
        }
        return PrintedLabel(
            size: placement.size, page: first?.page, position: first.map { $0.index + 1 })
    }

    /// Leaves out a number of labels, with their copies.
    public func skip(_ labels: Int) {
        copies += labels * design.copies
    }

    /// Finishes the file; nothing may be added afterwards.
    public func finish() throws -> SheetSummary {
        if page != nil || summary.pages == 0 { try endPage() }
        try pages.finish()
        return summary
    }

    /// Ends the page with the last label, if it is not ended.
    func endOpenPage() throws {
        if page != nil { try endPage() }
    }

    /// Ends the previous page when a label is on the next one.
    private func open(page number: Int, for id: String?) throws {
        if let page, page.number != number { try endPage() }
        var open = page ?? OpenPage(number: number)
        if let id { open.ids = (open.ids?.first ?? id, id) }
        page = open
    }

    private func print(
        _ label: Label, _ placement: LabelPlacement, at position: Int
    ) throws(LabelError) {
        let (x, y) = design.origin(ofLabel: position)
        try checkEdges(of: placement, x: x, y: y, symbol: label.symbol)
        pages.draw(
            label.symbol, size: placement.size, colors: design.colors,
            x: dots(x + placement.symbolX), y: dots(y + placement.symbolY))
        for (line, text) in zip(placement.lines, fitter.rowLayouts) {
            pages.draw(text, x: x + line.x, y: y + line.baseline, fontSize: line.fontSize)
        }
        if design.isTest {
            page?.test = try TestPage(design, sample: position, reachesEdge: placement.reachesEdge)
        } else if design.cutMarks {
            pages.drawCutMarks(
                design.frame(ofLabel: position), page: design.layout.page,
                dotsPerInch: design.dotsPerInch)
        }
    }

    /// Throws if the correction moves a part of the label's print beyond the edge of the page.
    private func checkEdges(
        of placement: LabelPlacement, x: Double, y: Double, symbol: Symbol
    ) throws(LabelError) {
        guard design.correction != .none else { return }
        let isBlank = design.colors.background == .white
        let quietZone = Double(placement.size.modules - symbol.size) / 2
        let blank = isBlank ? quietZone * placement.size.moduleMillimetres : 0
        let excess = placement.printed(blank: blank).moved(x: x, y: y)
            .excess(over: design.layout.page)
        // A dot of the usual printers, since symbols start at whole dots.
        guard excess < 0.1 else { throw .outsideOfPage(millimetres: excess) }
    }

    /// Rounds to the nearest dot; printers round modules that start between dots unevenly.
    private func dots(_ millimetres: Double) -> Double {
        (millimetres / Length.millimetresPerInch * design.dotsPerInch).rounded()
    }

    private func endPage() throws {
        if let page {
            if let test = page.test {
                try test.draw(on: pages)
            } else {
                footer?.draw(page.number, page.ids, on: pages)
            }
        }
        try pages.endPage()
        summary.pages += 1
        page = nil
    }
}

/// A label on a sheet.
public struct PrintedLabel: Sendable, Equatable {
    /// Printed size of the symbol.
    public let size: PrintSize

    /// Page of the first copy, from 1; `nil` if no copy is on the pages of the design.
    public let page: Int?

    /// Position of the first copy on its page, from 1 row by row.
    public let position: Int?
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

extension PDFPages {
    /// Length of a cut mark in millimetres.
    static let markLength = 3.0

    /// Draws cut marks: thin lines outwards from a label's corners along the cuts, within the page.
    ///
    /// - Parameters:
    ///   - label: The edges of the label.
    ///   - page: The size of the page.
    ///   - dotsPerInch: The resolution.
    fileprivate func drawCutMarks(_ label: Frame, page: PaperSize, dotsPerInch: Double) {
        // Dots per millimetre.
        let scale = dotsPerInch / Length.millimetresPerInch
        let reach = Self.markLength
        let above = (start: label.top, end: max(0, label.top - reach))
        let below = (start: label.bottom, end: min(page.height, label.bottom + reach))
        for x in [label.left, label.right] {
            for end in [above, below] { mark(x: x, y: end.start, endX: x, endY: end.end, scale) }
        }
        let before = (start: label.left, end: max(0, label.left - reach))
        let after = (start: label.right, end: min(page.width, label.right + reach))
        for y in [label.top, label.bottom] {
            for end in [before, after] { mark(x: end.start, y: y, endX: end.end, endY: y, scale) }
        }
        // A tenth of a millimetre.
        stroke(width: scale / 10)
    }

    private func mark(x: Double, y: Double, endX: Double, endY: Double, _ scale: Double) {
        guard x != endX || y != endY else { return }
        move(x: (x * scale).rounded(), y: (y * scale).rounded())
        line(x: (endX * scale).rounded(), y: (endY * scale).rounded())
    }
}
