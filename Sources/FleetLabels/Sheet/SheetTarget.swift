/// Form in which a `SheetWriter` writes its pages.
public enum SheetTarget {
    /// A PDF file, page by page.
    case pdf(_ sink: ([UInt8]) throws -> Void)

    /// Pages of black dots, without colors. The modules of codes have whole dots if the resolution
    /// is that of the design.
    case images(dotsPerInch: Double, _ sink: (PageImage) throws -> Void)

    /// A PNG file of each page, in color.
    case pictures(dotsPerInch: Double, _ sink: ([UInt8]) throws -> Void)
}
