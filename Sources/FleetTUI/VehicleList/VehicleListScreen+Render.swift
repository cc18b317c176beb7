import FleetCore

/// Data that the vehicle list is drawn with.
struct VehicleListRenderContext {
    let model: VehicleListModel
    let query: VehicleQuery
    let now: Timestamp
    let origin: Position?
    let showsSwatches: Bool
}

extension VehicleListScreen {
    /// Returns the number of rows above the vehicles: the favorites, if any, and the column names.
    static func headerRows(_ model: VehicleListModel) -> Int { model.favorites.isEmpty ? 1 : 2 }

    /// Draws the list.
    func render(_ context: VehicleListRenderContext, in part: Rect, on canvas: inout Canvas) {
        let columns = ListColumn.fitting(
            part.columns - 3, idWidth: idWidth, known: knownColumns, sorting: context.query.order)
        canvas.draw(in: part) { canvas in
            var body = part.dropping(top: Self.headerRows(context.model))
            drawFavorites(context.model.favorites, in: part, on: &canvas)
            drawHeader(columns, context, in: part, at: body.row - 1, on: &canvas)
            if pull.length > 0 {
                drawPull(in: body, on: &canvas)
                body = body.dropping(top: 1)
            }
            for row in 0..<min(body.rows, max(0, context.model.count - top)) {
                drawRow(top + row, columns, context, in: body, at: body.row + row, on: &canvas)
            }
            canvas.drawScrollBar(top: top, of: context.model.count, in: body)
        }
    }

    private func drawHeader(
        _ columns: [ListColumn], _ context: VehicleListRenderContext, in part: Rect, at row: Int,
        on canvas: inout Canvas
    ) {
        var left = part.column + 2
        for column in columns {
            let isSorted = column.kind == context.query.order.column
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

    /// Draws the favorites that fit in one row, missing ones first, and the number of the others.
    private func drawFavorites(
        _ favorites: [ListedFavorite], in part: Rect, on canvas: inout Canvas
    ) {
        guard !favorites.isEmpty else { return }
        let missing = favorites.count { $0.vehicle == nil }
        let favorites =
            favorites.filter { $0.vehicle == nil } + favorites.filter { $0.vehicle != nil }
        func rest(from index: Int) -> String {
            let hiddenMissing = index < missing ? ", \(missing - index) missing" : ""
            return "+\(favorites.count - index)" + hiddenMissing
        }
        var column = part.column
        column += canvas.put("★ ", column: column, row: part.row, Style(.warning))
        for (index, favorite) in favorites.enumerated() {
            let text = favorite.label
            let room = index + 1 < favorites.count ? DisplayWidth.of(rest(from: index + 1)) + 4 : 0
            guard column + DisplayWidth.of(text) + max(8, room) <= part.endColumn || index == 0
            else {
                canvas.put(rest(from: index), column: column, row: part.row, Style(.muted))
                return
            }
            let style = Style(favorite.vehicle?.state.color ?? .muted)
            column += canvas.put(text, column: column, row: part.row, style) + 3
        }
    }

    private func drawPull(in part: Rect, on canvas: inout Canvas) {
        let meter =
            String(repeating: "▰", count: pull.length)
            + String(repeating: "▱", count: PullToRefresh.threshold - pull.length)
        let label = pull.isTriggered ? "refreshing" : "keep pulling to refresh"
        canvas.put("  ↓ \(meter) \(label)", column: part.column, row: part.row, Style(.accent))
    }

    private func drawRow(
        _ index: Int, _ columns: [ListColumn], _ context: VehicleListRenderContext, in part: Rect,
        at row: Int, on canvas: inout Canvas
    ) {
        let line = Rect(column: part.column, row: row, columns: part.columns - 1, rows: 1)
        let background = canvas.drawRowBackground(line, isSelected: index == selected)
        let left = part.column + 2
        if let id = context.model[index].vehicle?.id, context.model.favoriteIDs.contains(id) {
            canvas.put("★", column: part.column + 1, row: row, Style(.warning, on: background))
        }
        switch context.model[index] {
        case .notLoaded: canvas.put("…", column: left, row: row, Style(.muted, on: background))
        case .gone: canvas.put("gone", column: left, row: row, Style(.muted, on: background))
        case .vehicle(let vehicle):
            let cells = VehicleRow(
                vehicle: vehicle, now: context.now, origin: context.origin,
                showsSwatches: context.showsSwatches)
            var column = left
            for listColumn in columns {
                cells.draw(
                    listColumn, at: column, row: row, background: background, on: &canvas)
                column += listColumn.width + ListColumn.gap
            }
        }
    }
}

extension ListedFavorite {
    /// ID, state and battery in a few columns.
    fileprivate var label: String {
        let status = vehicle.map { vehicle in
            vehicle.state.sign + (vehicle.battery.map { " " + ShortText.battery($0) } ?? "")
        }
        return "\(name) \(status ?? "missing")"
    }

    /// Shortened ID.
    var name: String { DisplayWidth.shortened(TerminalText.drawable(id.limited), to: 24) }
}
