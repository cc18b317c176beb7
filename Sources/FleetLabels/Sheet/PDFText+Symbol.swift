import QRCode

extension PDFText {
    /// Draws the dark modules of a symbol, one dot a unit, from the upper left corner of its
    /// quiet zone.
    ///
    /// The symbol is one line of the width of a module, which runs through all rows, from left to
    /// right and back, and is dashed as the modules are dark and light. That takes far fewer bytes
    /// than rectangles, and as it is filled as one shape, no seam shows between rows whatever the
    /// resolution. It turns one module outside of the symbol, where no dash begins or ends.
    ///
    /// With `byForm` the line is that of `SymbolForms`.
    mutating func append(
        _ dashes: SymbolDashes, size: PrintSize, colors: SymbolColors, x: Int, y: Int,
        byForm: Bool = false
    ) {
        let quietZone = (size.modules - dashes.modules) / 2
        if colors != .blackOnWhite {
            appendGround(side: size.modules * size.dotsPerModule, colors: colors, x: x, y: y)
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

    /// Fills the square of the symbol and its quiet zone, and sets the color of its modules.
    private mutating func appendGround(side: Int, colors: SymbolColors, x: Int, y: Int) {
        append(colors.background, operator: "rg")
        append(Double(x), Double(y), Double(side), Double(side), operator: "re f")
        append(colors.foreground, operator: "RG")
    }

    private mutating func append(_ color: RGB, operator name: StaticString) {
        let parts = [color.red, color.green, color.blue].map { Double($0) / 255 }
        append(parts[0], parts[1], parts[2], operator: name)
    }

    /// Strokes the line through the rows, of which the first has the height 0.
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
