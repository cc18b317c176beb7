import CPangoCairo
import QRCode

/// Writer for the pages of a PDF file, drawn by cairo.
///
/// Only the current page is in memory. The output is deterministic. Not safe to use from two
/// threads at once.
final class PDFPages {
    private let pages: OpaquePointer
    private let output = CairoOutput()
    private let sink: ([UInt8]) throws -> Void

    /// - Parameters:
    ///   - size: The size of each page.
    ///   - dotsPerInch: The resolution of lines and rectangles, whose unit is a dot.
    ///   - title: The title of the document.
    ///   - sink: Receives the file page by page.
    init(
        size: PaperSize, dotsPerInch: Double, title: String,
        sink: @escaping ([UInt8]) throws -> Void
    ) throws(LabelError) {
        self.sink = sink
        var pages: OpaquePointer?
        // SAFETY: cairo writes until `cpango_pages_destroy` returns, which `deinit` waits for, and
        // `output` lives as long as its owner.
        let status = cpango_pages_create(
            Length.points(size.width), Length.points(size.height),
            Length.pointsPerInch / dotsPerInch, PrintableText(title).text, "fleet",
            CairoOutput.sink, output.context, &pages)
        guard let pages else {
            try check(status)
            throw LabelError.outOfMemory
        }
        self.pages = pages
        try checkPages(status)
    }

    deinit {
        cpango_pages_destroy(pages)
    }

    /// Draws a text from `x` on the baseline `y`, in millimetres from the top left, with a font
    /// size in points.
    func draw(_ line: TextLine, x: Double, y: Double, fontSize: Double) {
        guard !line.isEmpty else { return }
        cpango_pages_text(
            pages, line.line, Length.points(x), Length.points(y),
            line.scale(forFontSize: fontSize))
    }

    /// Fills a rectangle, in dots from the top left.
    func fill(x: Double, y: Double, width: Double, height: Double, _ color: RGB) {
        cpango_pages_rectangle(pages, x, y, width, height, cpango_color(color))
    }

    /// Begins a line, in dots from the top left.
    func move(x: Double, y: Double) {
        cpango_pages_move(pages, x, y)
    }

    /// Continues the line.
    func line(x: Double, y: Double) {
        cpango_pages_line(pages, x, y)
    }

    /// Draws the lines since the last stroke.
    ///
    /// - Parameters:
    ///   - width: The width of the lines, in dots.
    ///   - dashes: The lengths of their alternately drawn and omitted parts, in dots; empty for
    ///     solid lines.
    ///   - color: The color.
    func stroke(width: Double, dashes: [Double] = [], _ color: RGB = .black) {
        cpango_pages_stroke(pages, width, dashes, dashes.count, cpango_color(color))
    }

    /// Ends the page and begins the next one.
    func endPage() throws {
        try checkPages(cpango_pages_end_page(pages))
        try sink(output.take())
    }

    /// Finishes the file; only ended pages are part of it.
    func finish() throws {
        try checkPages(cpango_pages_finish(pages))
        try sink(output.take())
    }

    private func checkPages(_ status: cpango_status) throws(LabelError) {
        try check(status, reason: String(cString: cpango_pages_reason(pages)))
    }
}

extension cpango_color {
    fileprivate init(_ color: RGB) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255,
            blue: Double(color.blue) / 255, opacity: 1)
    }
}
