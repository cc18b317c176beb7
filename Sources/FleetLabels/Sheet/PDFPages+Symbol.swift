import QRCode

extension PDFPages {
    /// Draws a symbol from the top left corner of its quiet zone, in dots.
    ///
    /// The dark runs of all rows are lines, one module wide, of a single path. No seams appear between
    /// rows at any resolution, because the path is filled as one shape. They are not the dashes of one
    /// line, because PDFium, which draws the PDF files of Chromium, draws at most 32 of them.
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
        for row in 0..<symbol.size {
            let y = top + Double(row) * module
            for run in symbol.darkRuns(inRow: row) {
                move(x: left + Double(run.lowerBound) * module, y: y)
                line(x: left + Double(run.upperBound) * module, y: y)
            }
        }
        stroke(width: module, colors.foreground)
    }
}

extension Symbol {
    /// Returns the columns of the dark modules of a row that have no light one between them.
    fileprivate func darkRuns(inRow row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for column in 0...size {
            let isDark = column < size && self[column, row]
            if isDark {
                start = start ?? column
            } else if let first = start {
                runs.append(first..<column)
                start = nil
            }
        }
        return runs
    }
}
