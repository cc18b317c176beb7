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
    /// - Throws: `LabelError.outOfMemory`.
    public func pdf(
        _ size: PrintSize, colors: SymbolColors = .blackOnWhite, title: String
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let file = try PDFFile { bytes += $0 }
        let side = Length.points(size.side)
        let unit = Length.pointsPerInch / size.dotsPerInch
        var content = PDFBuffer()
        content.append(unit, 0, 0, -unit, 0, side, operator: "cm")
        content.append(SymbolDashes(of: self), size: size, colors: colors, x: 0, y: 0)
        try file.add(Array("<</Type/Catalog/Pages 2 0 R>>".utf8)[...], number: 1)
        try file.add(Array("<</Type/Pages/Count 1/Kids[3 0 R]>>".utf8)[...], number: 2)
        var page = PDFBuffer()
        page.append("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>/MediaBox[0 0")
        for _ in 0..<2 {
            page.append(" ")
            page.append(side)
        }
        page.append("]>>")
        try file.add(page.bytes[...], number: 3)
        try file.add(stream: content.bytes, number: 4)
        try file.add(PDFBuffer.information(title: title).bytes[...], number: 5)
        var entries = PDFBuffer()
        entries.append("/Root 1 0 R/Info 5 0 R")
        try file.finish(entries: entries)
        return bytes
    }
}

extension PDFBuffer {
    /// Returns the document information (ISO 32000-1, 14.3.3), without a date so that the output is
    /// deterministic.
    fileprivate static func information(title: String) -> PDFBuffer {
        var text = PDFBuffer()
        text.append("<</Creator(fleet)/Title<FEFF")
        for unit in PrintableText(title).text.utf16 {
            text.append(String(0x10000 + Int(unit), radix: 16).utf8.dropFirst())
        }
        text.append(">>>")
        return text
    }
}
