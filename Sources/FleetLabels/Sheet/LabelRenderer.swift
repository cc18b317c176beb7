import QRCode

/// Draws labels of a roll as images, one at a time.
///
/// Not safe to use from two threads at once; each worker has its own.
public final class LabelRenderer {
    /// Image of a label.
    public struct Rendered: Sendable {
        /// Dots at the resolution of the design.
        public let image: PageImage
        /// Printed size of the symbol.
        public let size: PrintSize
        /// Whether the text has characters missing from all installed fonts.
        public let hasUnknownCharacters: Bool
    }

    private final class Page {
        var image: PageImage?
    }

    /// Maximum number of dots that the renderers of a run may have in memory, one byte each.
    private static let memoryLimit = 256_000_000

    private let page: Page
    private let writer: SheetWriter

    /// Returns the maximum number of renderers of a run, so that large labels do not fill the memory
    /// of a machine with many processors.
    /// - Throws: `LabelError` if one image of a label is too large.
    public static func maxCount(_ design: LabelDesign) throws(LabelError) -> Int {
        let pixels = try PDFPages.pixels(of: design.layout.page, design.dotsPerInch)
        return max(1, memoryLimit / (pixels.width * pixels.height))
    }

    /// Creates a renderer; copies and pages of the design are ignored.
    /// - Throws: `LabelError`.
    public init(_ design: LabelDesign) throws {
        let page = Page()
        var design = design
        (design.copies, design.pages) = (1, nil)
        writer = try SheetWriter(
            design, title: "", to: .images(dotsPerInch: design.dotsPerInch) { page.image = $0 })
        self.page = page
    }

    /// Draws a label.
    /// - Throws: `LabelError` if the label does not fit.
    public func render(_ label: Label) throws -> Rendered {
        let unknown = writer.summary.labelsWithUnknownCharacters
        let printed = try writer.add(label)
        try writer.endOpenPage()
        guard let image = page.image else { throw LabelError.outOfMemory }
        return Rendered(
            image: image, size: printed.size,
            hasUnknownCharacters: writer.summary.labelsWithUnknownCharacters > unknown)
    }
}
