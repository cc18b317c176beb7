/// Text of a test page: the correction in use, and the options for another one.
struct TestPageNote {
    private static let maxFontSize = 7.0
    /// Space around the text, in millimetres.
    private static let padding = 2.0
    /// Maximum width of a note across several labels.
    private static let maxWidth = 120.0

    /// Edges of the label with the note, or of its own rectangle across labels.
    let frame: Frame

    /// Whether no label has room for the note, which is across several labels.
    let isAcrossLabels: Bool

    private let text: TextFitter
    private let rows: [TextFitter.Row]

    /// Finds room on the page; `nil` if there is none.
    /// - Parameters:
    ///   - sample: The position of the printed label, from 0.
    ///   - cross: The edges of the cross in the middle of the page.
    init?(_ design: LabelDesign, sample: Int, cross: Frame) throws(LabelError) {
        let text = TextFitter()
        let lines = try text.measure(Self.lines(design))
        let (label, columns) = (design.layout.label, design.layout.columns)
        let count = design.layout.labelsPerPage
        let free = (1..<count).map { (sample + $0) % count }
            .filter { !design.frame(ofLabel: $0).intersects(cross) }
        // The first row and column have the numbers of rulers without room in the margins.
        let best = free.first { $0 >= columns && $0 % columns > 0 } ?? free.first
        if let best, let rows = try Self.rows(of: lines, in: Self.inner(label), text) {
            let free = design.frame(ofLabel: best)
            self.init(frame: free, isAcrossLabels: false, text: text, rows: rows)
            return
        }
        let page = design.layout.page
        let width = min(page.width - 20, Self.maxWidth)
        let size = PaperSize(width: width, height: page.height / 3)
        guard let rows = try Self.rows(of: lines, in: Self.inner(size), text) else { return nil }
        let height = rows.reduce(2 * Self.padding) { $0 + $1.height }
        let left = (page.width - width) / 2
        let printed = design.frame(ofLabel: sample)
        let frames = [cross.bottom + Self.padding, cross.top - Self.padding - height]
            .map { Frame(left: left, top: $0, right: left + width, bottom: $0 + height) }
        guard let frame = frames.first(where: { !$0.intersects(printed) }) else { return nil }
        self.init(frame: frame, isAcrossLabels: true, text: text, rows: rows)
    }

    /// Returns the rows in one font size, unless a line is wrapped.
    private static func rows(
        of lines: [TextFitter.Line], in space: PaperSize, _ text: TextFitter
    ) throws(LabelError) -> [TextFitter.Row]? {
        let widest = lines.reduce(0) { max($0, $1.widthPerPoint) }
        let fitting = max(LabelFitter.minFontSize, space.width / max(widest, 1e-3))
        return try text.rows(of: lines, in: space, maxFontSize: min(maxFontSize, fitting))
    }

    private init(frame: Frame, isAcrossLabels: Bool, text: TextFitter, rows: [TextFitter.Row]) {
        (self.frame, self.isAcrossLabels) = (frame, isAcrossLabels)
        (self.text, self.rows) = (text, rows)
    }

    func draw(on pages: PDFPages) {
        let height = rows.reduce(0) { $0 + $1.height }
        var top = (frame.top + frame.bottom - height) / 2
        for (row, layout) in zip(rows, text.layouts) {
            pages.draw(
                layout, x: frame.left + Self.padding,
                y: top + Length.millimetres(points: row.fontSize), fontSize: row.fontSize)
            top += row.height
        }
    }

    private static func inner(_ size: PaperSize) -> PaperSize {
        PaperSize(width: size.width - 2 * padding, height: size.height - 2 * padding)
    }

    private static func lines(_ design: LabelDesign) -> [String] {
        let used = design.correction
        var shifted = used
        shifted.shiftX -= 1
        shifted.shiftY -= 0.5
        var scaled = used
        scaled.scaleX /= 0.995
        scaled.scaleY /= 0.995
        let verb = used == .none ? "add" : "use"
        let options =
            used == .none ? "no correction" : "--shift \(used.shiftText) --adjust \(used.scaleText)"
        return [
            "Test page of \(design.layout.name)", "In use: \(options)",
            "If the outlines lie 1 mm too far right",
            "and 0.5 mm too low, \(verb): --shift \(shifted.shiftText)",
            "If 100 mm on the ruler measure 99.5 mm,", "\(verb): --adjust \(scaled.scaleText)",
        ]
    }
}
