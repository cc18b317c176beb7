public import QRCode

extension Symbol {
    /// The symbol alone, as a PDF file whose one page is the symbol with its quiet zone.
    ///
    /// The same symbol gives the same bytes.
    ///
    /// - Parameters:
    ///   - size: How large it is; what its modules are more than the symbol's is quiet zone.
    ///   - colors: The colors of the modules.
    ///   - title: What the file calls itself.
    /// - Throws: `LabelError.outOfMemory`.
    public func pdf(
        _ size: PrintSize, colors: SymbolColors = .blackOnWhite, title: String
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let file = try PDFFile { bytes += $0 }
        let side = Length.points(size.side)
        let unit = Length.pointsPerInch / size.dotsPerInch
        var content = PDFText()
        content.append(unit, 0, 0, -unit, 0, side, operator: "cm")
        content.append(SymbolDashes(of: self), size: size, colors: colors, x: 0, y: 0)
        try file.add(Array("<</Type/Catalog/Pages 2 0 R>>".utf8)[...], number: 1)
        try file.add(Array("<</Type/Pages/Count 1/Kids[3 0 R]>>".utf8)[...], number: 2)
        var page = PDFText()
        page.append("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>/MediaBox[0 0")
        for _ in 0..<2 {
            page.append(" ")
            page.append(side)
        }
        page.append("]>>")
        try file.add(page.bytes[...], number: 3)
        try file.add(stream: content.bytes, number: 4)
        try file.add(PDFText.information(title: title).bytes[...], number: 5)
        var entries = PDFText()
        entries.append("/Root 1 0 R/Info 5 0 R")
        try file.finish(entries: entries)
        return bytes
    }
}

extension PDFText {
    /// What a file says of itself (ISO 32000-1, 14.3.3); no date, so that it stays the same.
    fileprivate static func information(title: String) -> PDFText {
        var text = PDFText()
        text.append("<</Creator(fleet)/Title<FEFF")
        for unit in PrintableText(title).text.utf16 {
            text.append(String(0x10000 + Int(unit), radix: 16).utf8.dropFirst())
        }
        text.append(">>>")
        return text
    }
}
