import QRCode

extension PDFBuffer {
    /// Draws the dark modules of a symbol from the top left corner of its quiet zone, in dots.
    ///
    /// The symbol is a single dashed line, one module wide, that runs through all rows, alternately
    /// to the right and to the left. This takes far fewer bytes than rectangles, and no seams
    /// appear between rows at any resolution, because the line is filled as one shape. It turns one
    /// module outside of the symbol, where no dash starts or ends.
    ///
    /// With `byForm`, the line comes from `SymbolForms`.
    mutating func append(
        _ dashes: SymbolDashes, size: PrintSize, colors: SymbolColors, x: Int, y: Int,
        byForm: Bool = false
    ) {
        let quietZone = (size.modules - dashes.modules) / 2
        if colors != .blackOnWhite {
            appendBackground(side: size.modules * size.dotsPerModule, colors: colors, x: x, y: y)
        }
        var row = 0
        for band in dashes.bands {
            let (left, top) = (x + quietZone * size.dotsPerModule, quietZone + row)
            append("q ")
            append(size.dotsPerModule)
            append(" 0 0 ")
            append(size.dotsPerModule)
            append(" ")
            append(left)
            append(" ")
            append(Double(y) + (Double(top) + 0.5) * Double(size.dotsPerModule))
            append(" cm")
            append(band.dashes.bytes)
            if byForm, dashes.bands.count == 1, band.start == 0 {
                append("/s")
                append(dashes.modules)
                append(" Do Q\n")
            } else {
                appendSymbolPath(from: band.start, columns: dashes.modules, rows: band.rows)
                append(" Q\n")
            }
            row += band.rows
        }
    }

    /// Fills the square of the symbol with its quiet zone, and sets the color of the modules.
    private mutating func appendBackground(side: Int, colors: SymbolColors, x: Int, y: Int) {
        append(colors.background, operator: "rg")
        append(Double(x), Double(y), Double(side), Double(side), operator: "re f")
        append(colors.foreground, operator: "RG")
    }

    private mutating func append(_ color: RGB, operator name: StaticString) {
        let components = [color.red, color.green, color.blue].map { Double($0) / 255 }
        append(components[0], components[1], components[2], operator: name)
    }

    /// Strokes the line through the rows; the first row is at y = 0.
    mutating func appendSymbolPath(from start: Int, columns: Int, rows: Int) {
        append(start)
        append(" 0 m")
        for row in 0..<rows {
            let end = row % 2 == 0 ? columns + 1 : -1
            for y in [row, row + 1] where y < rows {
                append(" ")
                append(end)
                append(" ")
                append(y)
                append(" l")
            }
        }
        append(" S")
    }
}
