import FleetCore

/// Data that the site list is drawn with.
struct SiteListRenderContext {
    /// Sites; nil until they are loaded.
    let sortedSites: SortedSites?
    let now: Timestamp
    /// Text that is shown until the sites are loaded.
    let loadingText: String
}

extension SiteListScreen {
    /// Number of rows above the sites, for the column names.
    static let headerRows = 1

    /// Draws the list.
    func render(_ context: SiteListRenderContext, in part: Rect, on canvas: inout Canvas) {
        canvas.draw(in: part) { canvas in
            let body = part.dropping(top: Self.headerRows)
            guard let sortedSites = context.sortedSites, !sites.isEmpty else {
                return drawEmpty(context, in: body, on: &canvas)
            }
            let columns = SiteRow.Columns(part.columns - 3, titleWidth: sortedSites.titleWidth)
            drawHeader(columns, in: part, on: &canvas)
            for row in 0..<min(body.rows, max(0, sites.count - top)) {
                let site = sites[top + row]
                let cells = SiteRow(
                    site: site, vehicles: sortedSites.vehicles(at: site), now: context.now)
                draw(
                    cells, columns, isSelected: top + row == selected, in: body,
                    at: body.row + row, on: &canvas)
            }
            canvas.drawScrollBar(top: top, of: sites.count, in: body)
        }
    }

    private func drawHeader(_ columns: SiteRow.Columns, in part: Rect, on canvas: inout Canvas) {
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
        _ cells: SiteRow, _ columns: SiteRow.Columns, isSelected: Bool, in part: Rect, at row: Int,
        on canvas: inout Canvas
    ) {
        let line = Rect(column: part.column, row: row, columns: part.columns - 1, rows: 1)
        let background = canvas.drawRowBackground(line, isSelected: isSelected)
        let rest = Rect(column: line.column + 2, row: row, columns: line.columns - 2, rows: 1)
        cells.draw(columns, in: rest, background: background, on: &canvas)
    }

    /// Draws why no site is shown, and which key helps.
    private func drawEmpty(_ context: SiteListRenderContext, in body: Rect, on canvas: inout Canvas)
    {
        let lines = emptyLines(context).flatMap { text, style in
            text.wrapped(to: max(8, body.columns - 4)).map { ($0, style) }
        }
        let top = body.row + max(0, (body.rows - lines.count) / 3)
        for (row, (text, style)) in lines.enumerated() {
            canvas.putCentered(text, in: body, row: top + row, style)
        }
    }

    private func emptyLines(_ context: SiteListRenderContext) -> [(String, Style)] {
        guard let sortedSites = context.sortedSites else {
            return [(context.loadingText, Style(.muted))]
        }
        guard !sortedSites.sites.isEmpty else {
            return [
                ("This source has no sites.", .plain),
                ("A site is a depot or a station.", Style(.muted)),
                ("r refreshes, Esc goes back", Style(.accent)),
            ]
        }
        return [
            ("None of the \(sortedSites.countLabel) match in name or ID:", .plain),
            (search ?? "", Style(bold: true)),
            ("c clears the search, / changes it", Style(.accent)),
        ]
    }
}
