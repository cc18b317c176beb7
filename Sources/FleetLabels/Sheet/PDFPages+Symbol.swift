import QRCode

extension PDFPages {
    /// Maximum number of dashes of one line, since some programs fail with thousands.
    private static let dashLimit = 1000

    /// Draws a symbol from the top left corner of its quiet zone, in dots.
    ///
    /// The dark modules are the dashes of a line, one module wide, that runs through all rows,
    /// alternately to the right and to the left. This takes a sixth of the bytes of rectangles, and
    /// no seams appear between rows at any resolution, because the line is filled as one shape.
    /// Very large symbols need several lines.
    func draw(_ symbol: Symbol, size: PrintSize, colors: SymbolColors, x: Double, y: Double) {
        let colors = self.colors(colors)
        let module = Double(size.dotsPerModule)
        if colors != .blackOnWhite {
            let side = Double(size.modules) * module
            fill(x: x, y: y, width: side, height: side, colors.background)
        }
        let quietZone = Double(size.modules - symbol.size) / 2
        let (left, top) = (x + quietZone * module, y + (quietZone + 0.5) * module)
        note(
            PageImage.Code(
                x: Int(left), y: Int(y + quietZone * module), modules: symbol.size,
                dotsPerModule: size.dotsPerModule))
        var row = 0
        while row < symbol.size {
            let dashed = DashedLine(through: symbol, from: row, limit: Self.dashLimit)
            move(x: left + Double(dashed.start) * module, y: top + Double(row) * module)
            for step in 0..<dashed.rows {
                // The line turns one module outside of the symbol, where no dash starts or ends.
                let end = left + Double(step % 2 == 0 ? symbol.size + 1 : -1) * module
                line(x: end, y: top + Double(row + step) * module)
                if step + 1 < dashed.rows { line(x: end, y: top + Double(row + step + 1) * module) }
            }
            stroke(
                width: module, dashes: dashed.lengths.map { Double($0) * module },
                colors.foreground)
            row += dashed.rows
        }
    }
}

/// Lengths of the alternately dark and light runs along the rows of a symbol, in modules.
private struct DashedLine {
    /// Column of the first dark module in the first row; every row of a symbol has one.
    private(set) var start = 0
    private(set) var rows = 0
    private(set) var lengths: [Int] = []

    init(through symbol: Symbol, from first: Int, limit: Int) {
        while start < symbol.size, !symbol[start, first] { start += 1 }
        var (length, isDark) = (0, true)
        while first + rows < symbol.size, rows == 0 || lengths.count + symbol.size < limit {
            for step in (rows == 0 ? start : 0)..<symbol.size {
                let column = rows % 2 == 0 ? step : symbol.size - 1 - step
                if symbol[column, first + rows] != isDark {
                    lengths.append(length)
                    (isDark, length) = (!isDark, 0)
                }
                length += 1
            }
            if isDark {
                lengths.append(length)
                (isDark, length) = (false, 0)
            }
            // The line leaves the symbol, goes down to the next row and enters again.
            length += 3
            rows += 1
        }
        lengths.append(length)
    }
}
