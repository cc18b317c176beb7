import QRCode

extension PDFText {
    /// The most dashes of one line: some programs cannot bear many thousand.
    private static let dashLimit = 1000

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
        _ symbol: Symbol, size: PrintSize, colors: SymbolColors, x: Int, y: Int,
        byForm: Bool = false
    ) {
        let quietZone = (size.modules - symbol.size) / 2
        if colors != .blackOnWhite {
            appendGround(side: size.modules * size.dotsPerModule, colors: colors, x: x, y: y)
        }
        var row = 0
        while row < symbol.size {
            let band = Dashes(of: symbol, from: row, limit: PDFText.dashLimit)
            let (left, top) = (x + quietZone * size.dotsPerModule, quietZone + row)
            append("q ")
            append(size.dotsPerModule)
            append(" 0 0 ")
            append(size.dotsPerModule)
            append(" ")
            append(left)
            append(" ")
            append(Double(y) + (Double(top) + 0.5) * Double(size.dotsPerModule))
            append(" cm[")
            for length in band.lengths {
                append(length)
                append(" ")
            }
            append("]0 d ")
            if byForm, band.rows == symbol.size, band.start == 0 {
                append("/s")
                append(symbol.size)
                append(" Do Q\n")
            } else {
                appendSymbolPath(from: band.start, columns: symbol.size, rows: band.rows)
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

/// How long the line through the rows of a symbol is dark, light, dark and so on, in modules.
private struct Dashes {
    private(set) var lengths: [Int] = []

    /// The rows that were taken: all that are left, unless there are too many dashes.
    private(set) var rows = 0

    /// The column of the first dark module in the first row; every row of a symbol has some.
    private(set) var start = 0

    private var isDark = true
    private var length = 0

    init(of symbol: Symbol, from first: Int, limit: Int) {
        let size = symbol.size
        while start < size, !symbol[start, first] { start += 1 }
        lengths.reserveCapacity(size * size / 2)
        while first + rows < size, rows == 0 || lengths.count + size < limit {
            let y = first + rows
            for step in (rows == 0 ? start : 0)..<size {
                extend(isDark: symbol[rows % 2 == 0 ? step : size - 1 - step, y])
            }
            // Out of the symbol, down to the next row and in again.
            for _ in 0..<3 { extend(isDark: false) }
            rows += 1
        }
        lengths.append(length)
    }

    private mutating func extend(isDark: Bool) {
        if isDark != self.isDark {
            lengths.append(length)
            (self.isDark, length) = (isDark, 0)
        }
        length += 1
    }
}
