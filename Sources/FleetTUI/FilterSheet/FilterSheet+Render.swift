import FleetCore

extension FilterSheet {
    /// Draws it over a screen.
    func render(on screen: Rect, showsSwatches: Bool, _ canvas: inout Canvas) {
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
            let shown = shown(in: body.columns)
            for (place, area) in zip(shown, areas(in: body)) {
                draw(place, in: area, showsSwatches, on: &canvas)
            }
            drawMore(shown, in: body, on: &canvas)
        }
    }

    func body(of part: Rect) -> Rect {
        part.dropping(top: 1).inset(columns: 1, rows: 0)
    }

    func areas(in body: Rect) -> [Rect] {
        let count = shown(in: body.columns).count
        guard count > 0 else { return [] }
        let width = body.columns / count
        return (0..<count).map {
            Rect(column: body.column + $0 * width, row: body.row, columns: width, rows: body.rows)
        }
    }

    /// The first choice of a section that is in sight.
    func first(in area: Rect, of place: Int) -> Int {
        guard place == section else { return 0 }
        // The heading takes a row; of a sheet that is dragged out of sight none is left.
        return max(0, row - max(area.rows - 1, 1) + 1)
    }

    private func draw(
        _ place: Int, in area: Rect, _ showsSwatches: Bool, on canvas: inout Canvas
    ) {
        let section = sections[place]
        let isHere = place == self.section
        let title = Style(isHere ? .accent : .muted, on: .sheet, bold: isHere)
        canvas.put(section.title, column: area.column + 1, row: area.row, title)
        let first = first(in: area, of: place)
        for (row, choice) in section.choices.dropFirst(first).prefix(max(0, area.rows - 1))
            .enumerated()
        {
            let line = Rect(
                column: area.column, row: area.row + 1 + row, columns: area.columns - 1, rows: 1)
            draw(
                choice, isSingle: section.isSingle, isHere: isHere && first + row == self.row,
                in: line, showsSwatches, on: &canvas)
        }
    }

    private func draw(
        _ choice: FilterChoice, isSingle: Bool, isHere: Bool, in line: Rect,
        _ showsSwatches: Bool, on canvas: inout Canvas
    ) {
        let ground: Ink = isHere ? .selection : .sheet
        canvas.fill(line, Style(on: ground))
        let isChosen = choice.want.isChosen(in: filter)
        let box = isSingle ? (isChosen ? "(•)" : "( )") : (isChosen ? "[x]" : "[ ]")
        canvas.put(
            box, column: line.column + 1, row: line.row,
            Style(isChosen ? .accent : .muted, on: ground, bold: isChosen))
        var left = line.column + 5
        if showsSwatches, case .color(let color) = choice.want {
            if case .tones(let tones) = color {
                canvas.putSwatch(tones, column: left, row: line.row, on: ground)
            }
            left += 3
        }
        let count = choice.count.map(String.init) ?? ""
        canvas.put(
            choice.label.limited, column: left, row: line.row, Style(on: ground, bold: isChosen),
            limit: line.endColumn - left - count.utf8.count - 1)
        canvas.put(count, endColumn: line.endColumn, row: line.row, Style(.muted, on: ground))
    }

    /// Says that there are sections beyond the edges.
    private func drawMore(_ shown: Range<Int>, in body: Rect, on canvas: inout Canvas) {
        let style = Style(.muted, on: .sheet)
        if shown.lowerBound > 0 { canvas.put("‹", column: body.column, row: body.row, style) }
        if shown.upperBound < sections.count {
            canvas.put("›", column: body.endColumn - 1, row: body.row, style)
        }
    }
}
