import FleetCore

extension FailureBanner {
    /// Returns its height: two rows above a list for the connection, five for other failures, and
    /// the whole screen without a list.
    func rows(aboveList hasList: Bool, in screen: Rect) -> Int {
        guard hasList else { return screen.rows }
        return origin == .connection || screen.rows < 16 ? 2 : 5
    }

    /// Draws the banner, in the height that `rows(aboveList:in:)` returned.
    func render(aboveList hasList: Bool, in part: Rect, on canvas: inout Canvas) {
        canvas.draw(in: part) { canvas in
            if !hasList {
                renderAlone(in: part, on: &canvas)
            } else if part.rows > 2 {
                renderPanel(in: part, on: &canvas)
            } else {
                renderBanner(in: part, on: &canvas)
            }
        }
    }

    private func renderBanner(in part: Rect, on canvas: inout Canvas) {
        canvas.fill(part, Style(on: .sheet))
        let used = canvas.put(
            " \(sign) \(title): ", column: part.column, row: part.row,
            Style(color, on: .sheet, bold: true))
        canvas.put(
            reason, column: part.column + used, row: part.row, Style(on: .sheet),
            limit: part.columns - used - 1)
        canvas.put(
            "   " + (part.columns < 60 ? shortNext : next), column: part.column, row: part.row + 1,
            Style(.muted, on: .sheet),
            limit: part.columns - 1)
    }

    private func renderPanel(in part: Rect, on canvas: inout Canvas) {
        canvas.fill(part, .plain)
        canvas.frame(part, Style(color))
        canvas.put(
            " \(sign) \(title) ", column: part.column + 2, row: part.row, Style(color, bold: true),
            limit: part.columns - 4)
        let body = part.inset(columns: 2, rows: 1)
        for (row, (text, style)) in [(cause, Style.plain), (hint, Style(.muted)), (next, .plain)]
            .enumerated()
        {
            canvas.put(
                text, column: body.column, row: body.row + row, style, limit: body.columns)
        }
    }

    private func renderAlone(in part: Rect, on canvas: inout Canvas) {
        let lines: [(String, Style)] = [
            ("\(sign) \(title)", Style(color, bold: true)), ("", .plain), (cause, .plain),
            (hint, Style(.muted)), ("", .plain), (next, Style(.accent)),
        ]
        let width = max(8, part.columns - 4)
        let wrapped = lines.flatMap { text, style in
            text.wrapped(to: width).map { ($0, style) }
        }
        let top = part.row + max(0, (part.rows - wrapped.count) / 2)
        for (row, (text, style)) in wrapped.enumerated() {
            canvas.putCentered(text, in: part, row: top + row, style)
        }
    }
}

extension String {
    /// Returns the text in lines of at most `columns` columns, broken at spaces if possible.
    func wrapped(to columns: Int) -> [String] {
        let words = TerminalText.drawable(limited).split(separator: " ")
        var lines = [""]
        for word in words {
            var word = DisplayWidth.shortened(String(word), to: columns)
            let line = lines[lines.count - 1]
            if !line.isEmpty {
                let joined = line + " " + word
                if DisplayWidth.of(joined) <= columns {
                    word = joined
                } else {
                    lines.append("")
                }
            }
            lines[lines.count - 1] = word
        }
        return lines
    }
}
