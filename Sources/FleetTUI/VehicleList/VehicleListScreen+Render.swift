import FleetCore

/// What the list is drawn with.
struct ListLook {
    let catalog: Catalog
    let query: VehicleQuery
    let now: Timestamp
    let place: Position?
    let showsSwatches: Bool
}

extension VehicleListScreen {
    /// How many rows stand above the vehicles: the favorites if there are any, the names of the columns.
    static func headRows(_ catalog: Catalog) -> Int { catalog.favorites.isEmpty ? 1 : 2 }

    /// Draws the list into a part of the screen.
    func render(_ look: ListLook, in part: Rect, on canvas: inout Canvas) {
        let columns = ListColumn.fitting(
            part.columns - 3, idWidth: idWidth, known: known, sorting: look.query.order)
        canvas.draw(in: part) { canvas in
            var body = part.dropping(top: Self.headRows(look.catalog))
            drawStrip(look.catalog.favorites, in: part, on: &canvas)
            drawHeads(columns, look, in: part, at: body.row - 1, on: &canvas)
            if pull.length > 0 {
                drawPull(in: body, on: &canvas)
                body = body.dropping(top: 1)
            }
            for row in 0..<min(body.rows, max(0, look.catalog.count - top)) {
                drawRow(top + row, columns, look, in: body, at: body.row + row, on: &canvas)
            }
            canvas.putScrollBar(top: top, of: look.catalog.count, in: body)
        }
    }

    private func drawHeads(
        _ columns: [ListColumn], _ look: ListLook, in part: Rect, at row: Int,
        on canvas: inout Canvas
    ) {
        var left = part.column + 2
        for column in columns {
            let isSorted = column.kind == look.query.order.column
            let name = column.name + (isSorted && !column.name.isEmpty ? " ▾" : "")
            let style = Style(isSorted ? .accent : .muted)
            if column.isNumeric {
                canvas.put(
                    name, endColumn: left + column.width, row: row, style,
                    limit: column.width)
            } else {
                canvas.put(name, column: left, row: row, style, limit: column.width)
            }
            left += column.width + ListColumn.gap
        }
    }

    /// The favorites in one row, as many as there is room for, those that are away first; the rest is
    /// counted.
    private func drawStrip(
        _ favorites: [ListedFavorite], in part: Rect, on canvas: inout Canvas
    ) {
        guard !favorites.isEmpty else { return }
        let away = favorites.count { $0.vehicle == nil }
        let favorites =
            favorites.filter { $0.vehicle == nil } + favorites.filter { $0.vehicle != nil }
        func rest(from place: Int) -> String {
            "+\(favorites.count - place)" + (place < away ? ", \(away - place) away" : "")
        }
        var column = part.column
        column += canvas.put("★ ", column: column, row: part.row, Style(.warning))
        for (place, favorite) in favorites.enumerated() {
            let text = favorite.brief
            let room = place + 1 < favorites.count ? DisplayWidth.of(rest(from: place + 1)) + 4 : 0
            guard column + DisplayWidth.of(text) + max(8, room) <= part.endColumn || place == 0
            else {
                canvas.put(rest(from: place), column: column, row: part.row, Style(.muted))
                return
            }
            let style = Style(favorite.vehicle?.state.ink ?? .muted)
            column += canvas.put(text, column: column, row: part.row, style) + 3
        }
    }

    private func drawPull(in part: Rect, on canvas: inout Canvas) {
        let meter =
            String(repeating: "▰", count: pull.length)
            + String(repeating: "▱", count: Pull.full - pull.length)
        let words = pull.isSpent ? "refreshing" : "pull on to refresh"
        canvas.put("  ↓ \(meter) \(words)", column: part.column, row: part.row, Style(.accent))
    }

    private func drawRow(
        _ place: Int, _ columns: [ListColumn], _ look: ListLook, in part: Rect, at row: Int,
        on canvas: inout Canvas
    ) {
        let line = Rect(column: part.column, row: row, columns: part.columns - 1, rows: 1)
        let ground = canvas.putGround(ofRow: line, isChosen: place == selected)
        let left = part.column + 2
        if let id = look.catalog[place].vehicle?.id, look.catalog.favoriteIDs.contains(id) {
            canvas.put("★", column: part.column + 1, row: row, Style(.warning, on: ground))
        }
        switch look.catalog[place] {
        case .unread: canvas.put("…", column: left, row: row, Style(.muted, on: ground))
        case .gone: canvas.put("gone", column: left, row: row, Style(.muted, on: ground))
        case .vehicle(let vehicle):
            let cells = VehicleRow(
                vehicle: vehicle, now: look.now, place: look.place,
                showsSwatches: look.showsSwatches)
            var column = left
            for kind in columns {
                cells.draw(kind, at: column, row, ground: ground, on: &canvas)
                column += kind.width + ListColumn.gap
            }
        }
    }
}

extension ListedFavorite {
    /// Its code and how it stands, in a few columns.
    fileprivate var brief: String {
        let words = vehicle.map { vehicle in
            vehicle.state.sign + (vehicle.battery.map { " " + ShortText.battery($0) } ?? "")
        }
        return "\(name) \(words ?? "away")"
    }

    /// Its code, shortened.
    var name: String { DisplayWidth.shortened(TerminalText.drawn(id.limited), to: 24) }
}
