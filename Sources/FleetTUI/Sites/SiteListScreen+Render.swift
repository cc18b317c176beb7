import FleetCore

/// What the list of the sites is drawn with.
struct SiteLook {
    /// The sites; `nil` while none were read.
    let roll: SiteRoll?
    let now: Timestamp
    /// What is said while nothing was read.
    let waiting: String
}

extension SiteListScreen {
    /// How many rows stand above the sites: the names of the columns.
    static let headRows = 1

    /// Draws the list into a part of the screen.
    func render(_ look: SiteLook, in part: Rect, on canvas: inout Canvas) {
        canvas.draw(in: part) { canvas in
            let body = part.dropping(top: Self.headRows)
            guard let roll = look.roll, !sites.isEmpty else {
                return drawEmptiness(look, in: body, on: &canvas)
            }
            let columns = SiteRow.Columns(part.columns - 3, titleWidth: roll.titleWidth)
            drawHeads(columns, in: part, on: &canvas)
            for row in 0..<min(body.rows, max(0, sites.count - top)) {
                let site = sites[top + row]
                let cells = SiteRow(site: site, vehicles: roll.vehicles(at: site), now: look.now)
                draw(cells, columns, top + row, in: body, at: body.row + row, on: &canvas)
            }
            canvas.putScrollBar(top: top, of: sites.count, in: body)
        }
    }

    private func drawHeads(_ columns: SiteRow.Columns, in part: Rect, on canvas: inout Canvas) {
        let left = part.column + 4
        canvas.put(
            "site", column: left, row: part.row, Style(.muted), limit: columns.title)
        let end = left + columns.title + 2 + columns.vehicles
        canvas.put(
            columns.vehicles < 8 ? "veh." : "vehicles", endColumn: end, row: part.row,
            Style(.muted), limit: columns.vehicles)
        canvas.put("sensors", column: end + 2, row: part.row, Style(.muted), limit: columns.values)
        canvas.put(
            "reported", endColumn: part.endColumn - 1, row: part.row, Style(.muted),
            limit: columns.reported)
    }

    private func draw(
        _ cells: SiteRow, _ columns: SiteRow.Columns, _ place: Int, in part: Rect, at row: Int,
        on canvas: inout Canvas
    ) {
        let line = Rect(column: part.column, row: row, columns: part.columns - 1, rows: 1)
        let ground = canvas.putGround(ofRow: line, isChosen: place == selected)
        let rest = Rect(column: line.column + 2, row: row, columns: line.columns - 2, rows: 1)
        cells.draw(columns, in: rest, ground: ground, on: &canvas)
    }

    /// Why no site is shown, and what helps.
    private func drawEmptiness(_ look: SiteLook, in body: Rect, on canvas: inout Canvas) {
        let lines = emptiness(look).flatMap { text, style in
            text.wrapped(to: max(8, body.columns - 4)).map { ($0, style) }
        }
        let top = body.row + max(0, (body.rows - lines.count) / 3)
        for (row, (text, style)) in lines.enumerated() {
            canvas.putCentered(text, in: body, row: top + row, style)
        }
    }

    private func emptiness(_ look: SiteLook) -> [(String, Style)] {
        guard let roll = look.roll else { return [(look.waiting, Style(.muted))] }
        guard !roll.sites.isEmpty else {
            return [
                ("This source tells of no sites.", .plain),
                ("A site is a depot or a station.", Style(.muted)),
                ("r asks again, esc goes back", Style(.accent)),
            ]
        }
        return [
            ("None of the \(roll.countWords) has this in its name or identifier:", .plain),
            (search ?? "", Style(bold: true)), ("c clears it, / changes it", Style(.accent)),
        ]
    }
}
