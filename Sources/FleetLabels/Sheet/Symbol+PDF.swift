public import QRCode

extension Symbol {
    /// Returns a PDF file with one page, the symbol with its quiet zone.
    ///
    /// The output is deterministic.
    ///
    /// - Parameters:
    ///   - size: The printed size; its modules beyond those of the symbol are the quiet zone.
    ///   - colors: The colors of the modules.
    ///   - title: The title of the document.
    /// - Throws: `LabelError`.
    public func pdf(
        _ size: PrintSize, colors: SymbolColors = .blackOnWhite, title: String
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let page = PaperSize(width: size.side, height: size.side)
        let pages = try PDFPages(
            size: page, dotsPerInch: size.dotsPerInch, title: title, to: .pdf { bytes += $0 })
        pages.draw(self, size: size, colors: colors, x: 0, y: 0)
        try pages.endPage()
        try pages.finish()
        return bytes
    }
}
