import FleetCore

extension FilterSheet {
    /// Draws the sheet over a screen.
    func render(over screen: Rect, showsSwatches: Bool, on canvas: inout Canvas) {
        let part = part(of: screen)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, Style(on: .sheet))
            let edge = Rect(column: part.column, row: part.row, columns: part.columns, rows: 1)
            canvas.fill(edge, Style(.frame, on: .sheet), character: "─")
            canvas.put(
                " ━━━ ", column: part.column + part.columns / 2 - 2, row: part.row,
                Style(.muted, on: .sheet))
            canvas.put(
                " Filter ", column: part.column + 2, row: part.row,
                Style(.accent, on: .sheet, bold: true))
            let body = body(of: part)
            let visible = visibleSections(columns: body.columns)
            for (index, area) in zip(visible, areas(in: body)) {
                draw(section: index, in: area, showsSwatches: showsSwatches, on: &canvas)
            }
            drawMoreHints(visible, in: body, on: &canvas)
        }
    }

    func body(of part: Rect) -> Rect {
        part.dropping(top: 1).inset(columns: 1, rows: 0)
    }

    func areas(in body: Rect) -> [Rect] {
        let count = visibleSections(columns: body.columns).count
        guard count > 0 else { return [] }
        let width = body.columns / count
        return (0..<count).map {
            Rect(column: body.column + $0 * width, row: body.row, columns: width, rows: body.rows)
        }
    }

    /// Returns the index of the first visible choice of a section.
    func firstVisible(in area: Rect, section index: Int) -> Int {
        guard index == section else { return 0 }
        // The heading takes a row; a sheet that is dragged out of sight has no rows left.
        return max(0, row - max(area.rows - 1, 1) + 1)
    }

    private func draw(
        section index: Int, in area: Rect, showsSwatches: Bool, on canvas: inout Canvas
    ) {
        let section = sections[index]
        let isCurrent = index == self.section
        let title = Style(isCurrent ? .accent : .muted, on: .sheet, bold: isCurrent)
        canvas.put(section.title, column: area.column + 1, row: area.row, title)
        let first = firstVisible(in: area, section: index)
        for (row, choice) in section.choices.dropFirst(first).prefix(max(0, area.rows - 1))
            .enumerated()
        {
            let line = Rect(
                column: area.column, row: area.row + 1 + row, columns: area.columns - 1, rows: 1)
            draw(
                choice, isSingle: section.isSingle, hasCursor: isCurrent && first + row == self.row,
                in: line, showsSwatches: showsSwatches, on: &canvas)
        }
    }

    private func draw(
        _ choice: FilterChoice, isSingle: Bool, hasCursor: Bool, in line: Rect,
        showsSwatches: Bool, on canvas: inout Canvas
    ) {
        let background: ColorRole = hasCursor ? .selection : .sheet
        canvas.fill(line, Style(on: background))
        let isSelected = choice.criterion.isSelected(in: filter)
        let box = isSingle ? (isSelected ? "(•)" : "( )") : (isSelected ? "[x]" : "[ ]")
        canvas.put(
            box, column: line.column + 1, row: line.row,
            Style(isSelected ? .accent : .muted, on: background, bold: isSelected))
        var left = line.column + 5
        if showsSwatches, case .color(let color) = choice.criterion {
            if case .tones(let tones) = color {
                canvas.drawSwatch(tones, column: left, row: line.row, on: background)
            }
            left += 3
        }
        let count = choice.count.map(String.init) ?? ""
        canvas.put(
            choice.label.limited, column: left, row: line.row,
            Style(on: background, bold: isSelected),
            limit: line.endColumn - left - count.utf8.count - 1)
        canvas.put(count, endColumn: line.endColumn, row: line.row, Style(.muted, on: background))
    }

    /// Marks the edges that have more sections beyond them.
    private func drawMoreHints(_ visible: Range<Int>, in body: Rect, on canvas: inout Canvas) {
        let style = Style(.muted, on: .sheet)
        if visible.lowerBound > 0 { canvas.put("‹", column: body.column, row: body.row, style) }
        if visible.upperBound < sections.count {
            canvas.put("›", column: body.endColumn - 1, row: body.row, style)
        }
    }
}
