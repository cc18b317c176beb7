import QRCode

/// Form XObjects (ISO 32000-1, 8.10) with the line through the rows of a symbol.
///
/// All symbols of a size share a form, and draw it with their own dashes.
struct SymbolForms {
    /// Object numbers of the forms, by modules per side.
    private var numbers: [Int: Int] = [:]

    /// Modules per side of the symbols on the page.
    private var shown: Set<Int> = []

    /// Adds the form for symbols with `modules` per side if needed.
    /// - Returns: Whether the form exists; false if no object number is free yet.
    mutating func show(_ modules: Int, on pages: TextPages) throws -> Bool {
        if numbers[modules] == nil {
            numbers[modules] = try add(modules, to: pages)
        }
        guard numbers[modules] != nil else { return false }
        shown.insert(modules)
        return true
    }

    /// Returns the resource entries of the forms used on the page, and starts the next page.
    mutating func endPage() -> PDFBuffer {
        var entries = PDFBuffer()
        for modules in shown.sorted() {
            guard let number = numbers[modules] else { continue }
            entries.append("/s")
            entries.append(modules)
            entries.append(" ")
            entries.append(number)
            entries.append(" 0 R")
        }
        shown.removeAll(keepingCapacity: true)
        return entries
    }

    private func add(_ modules: Int, to pages: TextPages) throws -> Int? {
        var (path, entries) = (PDFBuffer(), PDFBuffer())
        path.appendSymbolPath(from: 0, columns: modules, rows: modules)
        entries.append("/Type/XObject/Subtype/Form/BBox[-2 -2 ")
        entries.append(modules + 2)
        entries.append(" ")
        entries.append(modules + 2)
        entries.append("]")
        return try pages.addForm(path, entries: entries)
    }
}

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
    fileprivate mutating func appendSymbolPath(from start: Int, columns: Int, rows: Int) {
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
