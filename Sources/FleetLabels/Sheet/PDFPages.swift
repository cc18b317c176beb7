import CPangoCairo
import QRCode

/// Writer for the pages of a PDF file, or for images of pages, drawn by cairo.
///
/// Only the current page is in memory. The output is deterministic. Not safe to use from two
/// threads at once.
final class PDFPages {
    /// Maximum number of pixels of an image, of at most four bytes each.
    static let pixelLimit = 64_000_000

    /// Maximum side of an image in pixels, that of cairo.
    private static let sideLimit = 32_767

    private let pages: OpaquePointer
    private let output = CairoOutput()
    private let target: SheetTarget
    /// Size of an image in pixels.
    private let pixels: (width: Int, height: Int)
    /// Whether a dot of the design is a dot of an image.
    private let isExact: Bool
    private var codes: [PageImage.Code] = []

    /// - Parameters:
    ///   - size: The size of each page.
    ///   - dotsPerInch: The resolution of lines and rectangles, whose unit is a dot.
    ///   - title: The title of the document.
    ///   - target: The form of the pages, and their receiver.
    init(
        size: PaperSize, dotsPerInch: Double, title: String, to target: SheetTarget
    ) throws(LabelError) {
        self.target = target
        var pages: OpaquePointer?
        let status: cpango_status
        switch target {
        case .pdf:
            (pixels, isExact) = ((0, 0), false)
            // SAFETY: cairo writes until `cpango_pages_destroy` returns, which `deinit` waits for,
            // and `output` lives as long as its owner.
            status = cpango_pages_create(
                Length.points(size.width), Length.points(size.height),
                Length.pointsPerInch / dotsPerInch, PrintableText(title).text, "fleet",
                CairoOutput.sink, output.context, &pages)
        case .images(let resolution, _), .pictures(let resolution, _):
            pixels = try Self.pixels(of: size, resolution)
            isExact = resolution == dotsPerInch
            status = cpango_pages_create_images(
                Int32(pixels.width), Int32(pixels.height), resolution / Length.pointsPerInch,
                resolution / dotsPerInch, target.imageKind, &pages)
        }
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

    /// Returns the size of an image of a page.
    static func pixels(
        of size: PaperSize, _ dotsPerInch: Double
    ) throws(LabelError) -> (width: Int, height: Int) {
        func pixels(_ millimetres: Double) -> Int {
            let pixels = (millimetres / Length.millimetresPerInch * dotsPerInch).rounded()
            return Int(min(max(1, pixels), 1e9))
        }
        let (width, height) = (pixels(size.width), pixels(size.height))
        guard width <= sideLimit, height <= sideLimit, width * height <= pixelLimit else {
            throw .imageTooLarge(width: width, height: height)
        }
        return (width, height)
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
    ///   - color: The color.
    func stroke(width: Double, _ color: RGB = .black) {
        cpango_pages_stroke(pages, width, cpango_color(color))
    }

    /// Returns the colors of symbols: those of the design, or black ink.
    func colors(_ colors: SymbolColors) -> SymbolColors {
        if case .images = target { .blackOnWhite } else { colors }
    }

    /// Adds a code to the description of an image.
    func note(_ code: PageImage.Code) {
        if case .images = target, isExact { codes.append(code) }
    }

    /// Ends the page and begins the next one.
    func endPage() throws {
        try checkPages(cpango_pages_end_page(pages))
        switch target {
        case .pdf(let sink): return try sink(output.take())
        case .images(_, let sink): try sink(try image())
        case .pictures(_, let sink):
            try checkPages(cpango_pages_png(pages, CairoOutput.sink, output.context))
            try sink(output.take())
        }
        codes.removeAll(keepingCapacity: true)
        try checkPages(cpango_pages_erase(pages))
    }

    /// Returns the image of the page that is ended.
    private func image() throws(LabelError) -> PageImage {
        var stride = 0
        guard let ink = cpango_pages_pixels(pages, &stride) else { throw .outOfMemory }
        return PageImage(
            width: pixels.width, height: pixels.height, ink: ink, stride: stride, codes: codes)
    }

    /// Finishes the file; only ended pages are part of it.
    func finish() throws {
        guard case .pdf(let sink) = target else { return }
        try checkPages(cpango_pages_finish(pages))
        try sink(output.take())
    }

    private func checkPages(_ status: cpango_status) throws(LabelError) {
        try check(status, reason: String(cString: cpango_pages_reason(pages)))
    }
}

extension SheetTarget {
    fileprivate var imageKind: cpango_image_kind {
        switch self {
        case .images: .ink
        case .pdf, .pictures: .color
        }
    }
}

extension cpango_color {
    fileprivate init(_ color: RGB) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255,
            blue: Double(color.blue) / 255, opacity: 1)
    }
}
