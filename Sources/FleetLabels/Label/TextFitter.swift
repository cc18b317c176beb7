/// Fits lines of text into a space: they shrink, then wrap, but are never cut.
///
/// Not safe to use from two threads at once.
final class TextFitter {
    /// Step between font sizes, so that a run of any length needs few fonts.
    private static let fontSizeStep = 0.25

    /// Height of a row, relative to the font size.
    static let rowHeight = 1.25

    /// A line of text that is measured.
    struct Line {
        let text: String
        /// Width in millimetres at a font size of one point.
        let widthPerPoint: Double
    }

    /// A row of a text that is fitted.
    struct Row {
        let text: String
        /// Font size in points.
        let fontSize: Double
        let width: Double

        var height: Double { TextFitter.height(rows: 1, of: fontSize) }
    }

    /// Layouts of the rows, or of the lines that are measured.
    private(set) var layouts: [TextLine] = []
    /// Layout of parts of a line that is wrapped.
    private var part: TextLine?

    /// Returns the height of rows of a font size, in millimetres.
    static func height(rows: Int, of fontSize: Double) -> Double {
        Length.millimetres(points: Double(rows) * fontSize * rowHeight)
    }

    /// Measures lines of text.
    /// - Throws: `LabelError` if a line is too long or too tall, or the libraries are missing.
    func measure(_ lines: [String]) throws(LabelError) -> [Line] {
        var measured: [Line] = []
        for (index, line) in lines.enumerated() {
            let text = PrintableText(line)
            let count = text.text.unicodeScalars.count
            guard count <= TextLine.lengthLimit else {
                throw .textTooLong(count: count, limit: TextLine.lengthLimit)
            }
            let layout = try layout(index)
            let width = Length.millimetres(points: layout.set(text))
            guard !layout.isTooTall else { throw .textTooTall(text: text.text) }
            measured.append(Line(text: text.text, widthPerPoint: width))
        }
        return measured
    }

    /// Returns the rows of lines in a space, with their layouts; `nil` if they do not fit.
    ///
    /// - Parameter maxFontSize: The font size if there is room, in points.
    func rows(
        of lines: [Line], in space: PaperSize, maxFontSize: Double = LabelFitter.maxFontSize
    ) throws(LabelError) -> [Row]? {
        var room = Int((space.height + 1e-6) / Self.height(rows: 1, of: LabelFitter.minFontSize))
        var wrapped: [Int: [String]] = [:]
        for (index, line) in lines.enumerated() where !Self.fits(line, space.width) {
            guard let parts = try wrap(line, width: space.width, limit: room) else { return nil }
            wrapped[index] = parts
            room -= parts.count
        }
        let singles = lines.count - wrapped.count
        guard room >= singles else { return nil }
        let wrappedCount = wrapped.values.reduce(0) { $0 + $1.count }
        let free = space.height - Self.height(rows: wrappedCount, of: LabelFitter.minFontSize)
        let each = Self.step(free / Self.height(rows: max(1, singles), of: 1))
        let fontSize = min(maxFontSize, max(LabelFitter.minFontSize, each))
        var rows: [Row] = []
        for (index, line) in lines.enumerated() {
            if let parts = wrapped[index] {
                for part in parts { rows.append(try row(part, at: rows.count)) }
            } else {
                let size = min(fontSize, Self.maxFontSize(line, space.width))
                rows.append(Row(text: line.text, fontSize: size, width: size * line.widthPerPoint))
            }
        }
        for (index, row) in rows.enumerated() {
            _ = try layout(index).set(PrintableText(row.text))
        }
        return rows
    }

    /// Returns the error for the line that needs the most rows in a space.
    func error(of lines: [Line], in space: PaperSize) throws(LabelError) -> LabelError {
        let room = Int((space.height + 1e-6) / Self.height(rows: 1, of: LabelFitter.minFontSize))
        var needs: [(line: Line, rows: Int?)] = []
        for line in lines {
            let rows =
                Self.fits(line, space.width)
                ? 1 : try wrap(line, width: space.width, limit: TextLine.lengthLimit)?.count
            needs.append((line, rows))
        }
        func need(_ rows: Int?) -> Int { rows ?? TextLine.lengthLimit }
        let most = needs.max {
            (need($0.rows), $0.line.widthPerPoint) < (need($1.rows), $1.line.widthPerPoint)
        }
        guard let most, let rows = most.rows else {
            return .textDoesNotFit(text: most?.line.text ?? "", needed: 1, available: 0)
        }
        let others = needs.reduce(0) { $0 + need($1.rows) } - rows
        return .textDoesNotFit(text: most.line.text, needed: rows, available: max(0, room - others))
    }

    /// Returns a row of a line that is wrapped.
    private func row(_ text: String, at index: Int) throws(LabelError) -> Row {
        let width = Length.millimetres(points: try layout(index).set(PrintableText(text)))
        let size = LabelFitter.minFontSize
        return Row(text: text, fontSize: size, width: size * width)
    }

    private func layout(_ index: Int) throws(LabelError) -> TextLine {
        if index == layouts.count { layouts.append(try TextLine()) }
        return layouts[index]
    }

    private static func fits(_ line: Line, _ width: Double) -> Bool {
        LabelFitter.minFontSize * line.widthPerPoint <= width + 1e-6
    }

    /// Returns the largest font size at which a line fits a width.
    private static func maxFontSize(_ line: Line, _ width: Double) -> Double {
        guard line.widthPerPoint > 0 else { return .infinity }
        return max(LabelFitter.minFontSize, step(width / line.widthPerPoint))
    }

    /// Returns the font size rounded down to a whole step.
    private static func step(_ size: Double) -> Double {
        ((size + 1e-6) / fontSizeStep).rounded(.down) * fontSizeStep
    }
}

extension TextFitter {
    /// Characters after which a line is broken if it has no space.
    private static let breaks: Set<Character> = ["-", "_", "/", ".", ":", "·"]

    /// Wraps a line at the minimum font size; `nil` if it has more rows than `limit`, or a character
    /// is too wide.
    ///
    /// A row ends at a space, else after punctuation, else after any character.
    private func wrap(
        _ line: Line, width: Double, limit: Int
    ) throws(LabelError) -> [String]? {
        let characters = Array(line.text)
        guard width > 0, !characters.isEmpty else { return nil }
        let average = LabelFitter.minFontSize * line.widthPerPoint / Double(characters.count)
        // Binary search measures only rows of up to four times the usual length.
        let longest = max(8, Int(min(Double(characters.count), 4 * width / max(average, 1e-3))))
        var rows: [String] = []
        var rest = characters[...]
        while !rest.isEmpty {
            guard rows.count < limit else { return nil }
            let count = try count(of: rest.prefix(longest), fitting: width)
            guard count > 0 else { return nil }
            let end = Self.end(of: rest.prefix(count), in: rest)
            rows.append(String(rest[..<end]).trimmed)
            rest = rest[end...].drop { $0 == " " }
        }
        return rows
    }

    /// Returns the number of characters that fit a width.
    private func count(
        of text: ArraySlice<Character>, fitting width: Double
    ) throws(LabelError) -> Int {
        if part == nil { part = try TextLine() }
        guard let part else { return 0 }
        var (fitting, most) = (0, text.count)
        while fitting < most {
            let middle = (fitting + most + 1) / 2
            let relative = part.set(PrintableText(String(text.prefix(middle)).trimmed))
            let needed = LabelFitter.minFontSize * Length.millimetres(points: relative)
            if needed <= width + 1e-6 { fitting = middle } else { most = middle - 1 }
        }
        return fitting
    }

    /// Returns where a row ends; at most its part up to `fitting` fits.
    private static func end(
        of fitting: ArraySlice<Character>, in text: ArraySlice<Character>
    ) -> Int {
        guard fitting.endIndex < text.endIndex, text[fitting.endIndex] != " " else {
            return fitting.endIndex
        }
        if let space = fitting.lastIndex(of: " "), space > fitting.startIndex { return space }
        return fitting.lastIndex(where: breaks.contains).map { $0 + 1 } ?? fitting.endIndex
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
