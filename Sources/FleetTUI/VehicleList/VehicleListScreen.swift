import FleetCore

/// List of vehicles: its selection, scroll position and search input.
struct VehicleListScreen: Screen {
    static let title = "list"

    /// Selected and visible vehicles.
    private var cursor = ListCursor()
    /// ID of the selected vehicle; `nil` until it is known.
    private(set) var selectedID: String?
    private var hasList = false
    private var pull = PullToRefresh()
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Width of the longest ID so far.
    private var idWidth = 4
    /// Columns that have content for any vehicle so far.
    private var knownColumns: Set<VehicleColumn> = [.state]
    /// Position that distances are measured from; `nil` if none are shown.
    private let origin: Position?

    init(origin: Position?) {
        self.origin = origin
    }

    /// Index of the selected vehicle.
    var selected: Int { cursor.selected }

    /// Index of the topmost visible vehicle.
    private var top: Int { cursor.top }

    /// Visible range of the list.
    var visible: Range<Int> { top..<top + cursor.height }

    /// Selects a vehicle by its ID, before its index is known.
    mutating func select(id: String) {
        selectedID = id
    }

    /// Follows a new list: the selected vehicle keeps its selection and its row on the screen; if
    /// it is not in the list, the one at index `near` is selected.
    mutating func follow(_ model: VehicleListModel, selectedIndex: Int?, near: Int) {
        // A vehicle that was selected before the first list is shown in the middle.
        let offset = hasList ? cursor.offset : cursor.height / 2
        hasList = hasList || model.count > 0
        cursor.select(selectedIndex ?? near, offset: offset, of: model.count)
        if selectedIndex == nil { selectedID = nil }
        update(from: model)
    }

    /// Updates the column widths for loaded vehicles.
    mutating func update(from model: VehicleListModel) {
        let cells = VehicleCells(model.info?.feed, origin: origin)
        for vehicle in model.vehicles {
            idWidth = max(idWidth, Self.width(ofID: vehicle.id))
            for column in VehicleColumn.allCases where !knownColumns.contains(column) {
                if cells.cell(column, of: vehicle).isKnown { knownColumns.insert(column) }
            }
        }
        clamp(to: model)
    }

    /// Returns the width of an ID, limited for the overlong IDs of a hostile feed.
    private static func width(ofID id: String) -> Int {
        id.utf8.count > 200 ? 40 : DisplayWidth.of(TerminalText.drawable(id))
    }

    /// Resets the width of the IDs when the filter changes.
    mutating func resetIDWidth() {
        idWidth = 4
    }

    mutating func resize(_ context: ScreenContext) {
        cursor.resize(body(context).rows, of: context.list.count)
        clamp(to: context.list)
    }

    /// Lets a pull spring back after its timeout.
    mutating func tick(at time: Timestamp) {
        pull.relax(at: time)
    }

    /// Opens the search input.
    mutating func beginSearch(_ current: String?) {
        searchField = TextField(current)
    }

    private mutating func clamp(to model: VehicleListModel) {
        cursor.clamp(to: model.count)
        if let vehicle = model[selected].vehicle { selectedID = vehicle.id }
    }
}

extension VehicleListScreen {
    static let hints =
        BrowserCommand.ofList.compactMap(\.hint) + [
            KeyHint("j k ↓ ↑", "move; up from the first one, twice, refreshes"),
            KeyHint("PgDn PgUp", "move by a page"),
            KeyHint("g G", "go to the first or last"),
            KeyHint("esc", "clear the marks, else the search"),
        ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        if case .mouse(let mouse) = key { return handle(mouse, context) }
        if searchField != nil, let actions = typeSearch(key, context) { return actions }
        let model = context.list
        if Self.upKeys.contains(key), selected == 0 || model.count == 0 {
            return pullList(context)
        }
        if Self.upKeys.contains(key) {
            pull.moveUp(at: context.clock.machine)
        } else {
            pull.release()
        }
        switch key {
        case .enter, .right, .character("l"): return model.count > 0 ? open : []
        case .character(" "): return [.command(.mark)]
        case .escape where !context.marks.isEmpty: return [.clearMarks]
        // Escape clears the search and never quits the program.
        case .escape: return [context.changeQuery { $0.filter.search = nil }]
        default: return move(key, model) ? [] : nil
        }
    }

    private static let upKeys: Set<Key> = [.up, .character("k"), .control("p")]

    private var open: [Action] { [.openVehicle(steps: 0)] }

    /// Pulls the list past its top, which refreshes when repeated.
    private mutating func pullList(_ context: ScreenContext) -> [Action] {
        pull.pull(at: context.clock.machine) ? [.refresh] : []
    }

    private mutating func handle(_ mouse: Mouse, _ context: ScreenContext) -> [Action]? {
        let body = body(context)
        switch mouse.kind {
        case .wheelUp where top == 0 || pull.isPulled: return pullList(context)
        case .wheelUp:
            pull.moveUp(at: context.clock.machine)
            scroll(by: -3, context.list)
        case .wheelDown:
            pull.release()
            scroll(by: 3, context.list)
        case .press where body.contains(column: mouse.column, row: mouse.row):
            return click(row: mouse.row - body.row, context.list)
        case .press
        where mouse.row == Self.headerRow(context) && Self.headerRows(context) > 0:
            return column(at: mouse.column, context).map { sort(by: $0, context) } ?? []
        case .press, .drag, .release: break
        }
        return []
    }

    /// Sorts by a column whose name was clicked.
    private func sort(by column: ListColumn, _ context: ScreenContext) -> [Action] {
        guard let order = column.order(from: context.setup.origin) else {
            return [.notice("the list cannot be sorted by \(column.name)")]
        }
        return [
            context.changeQuery { ($0.order, $0.isReversed) = (order, false) },
            .notice("sorted by \(order.name)"),
        ]
    }

    private mutating func scroll(by rows: Int, _ model: VehicleListModel) {
        cursor.scroll(by: rows, of: model.count)
        select(selected, model)
    }

    /// Selects the clicked row, or opens it if it is already selected.
    private mutating func click(row: Int, _ model: VehicleListModel) -> [Action]? {
        pull.release()
        let target = top + row
        guard (0..<cursor.height).contains(row), target < model.count else { return nil }
        if target == selected { return open }
        select(target, model)
        return []
    }

    /// Moves the selection by `steps` vehicles.
    mutating func step(_ steps: Int, _ model: VehicleListModel) {
        select(selected + steps, model)
    }

    /// Selects the vehicle at an index.
    mutating func select(_ target: Int, _ model: VehicleListModel) {
        cursor.select(target, of: model.count)
        selectedID = nil
        clamp(to: model)
    }

    private mutating func move(_ key: Key, _ model: VehicleListModel) -> Bool {
        let half = max(1, cursor.height / 2)
        switch key {
        case .control("d"): step(half, model)
        case .control("u"): step(-half, model)
        default:
            guard let target = cursor.target(of: key, count: model.count) else { return false }
            select(target, model)
        }
        return true
    }

    /// Types into the search; returns `nil` if the key is meant for the list.
    private mutating func typeSearch(_ key: Key, _ context: ScreenContext) -> [Action]? {
        switch TextField.handleSearch(key, &searchField) {
        case .unchanged: []
        case .changed(let text):
            [context.changeQuery { $0.filter.search = text.flatMap { $0.isEmpty ? nil : $0 } }]
        case nil: nil
        }
    }
}

extension VehicleListScreen {
    /// Returns the number of rows above the vehicles: the favorites, if any, and the column names;
    /// on a tiny screen, the vehicles come first.
    static func headerRows(_ context: ScreenContext) -> Int {
        min(context.list.favorites.isEmpty ? 1 : 2, max(0, context.layout.body.rows - 1))
    }

    /// Row of the column names.
    private static func headerRow(_ context: ScreenContext) -> Int {
        context.layout.body.row + headerRows(context) - 1
    }

    private func columns(_ context: ScreenContext) -> [ListColumn] {
        ListColumn.fitting(
            context.layout.body.columns - 3, idWidth: idWidth, known: knownColumns,
            sorting: context.query.order,
            of: context.setup.columns.map { $0.resolved(in: context.list.info?.feed) })
    }

    /// Returns the column whose name or values are in a column of the screen.
    private func column(at position: Int, _ context: ScreenContext) -> ListColumn? {
        var left = context.layout.body.column + 2
        return columns(context).first { column in
            defer { left += column.width + ListColumn.gap }
            return (left..<left + column.width).contains(position)
        }
    }

    /// Area of the vehicles.
    private func body(_ context: ScreenContext) -> Rect {
        context.layout.body.dropping(
            top: Self.headerRows(context) + (pull.isPulled ? 1 : 0))
    }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = context.layout.body
        let columns = columns(context)
        canvas.draw(in: part) { canvas in
            let body = body(context)
            let headerRows = Self.headerRows(context)
            let top = part.row + headerRows
            if headerRows > 1 { drawFavorites(context.list.favorites, in: part, on: &canvas) }
            if headerRows > 0 { drawHeader(columns, context, in: part, at: top - 1, on: &canvas) }
            if pull.isPulled { drawPull(in: part, at: top, on: &canvas) }
            for row in 0..<min(body.rows, max(0, context.list.count - self.top)) {
                drawRow(self.top + row, columns, context, in: body, at: body.row + row, on: &canvas)
            }
            canvas.drawScrollBar(top: self.top, of: context.list.count, in: body)
        }
        if context.list.count == 0 { drawEmpty(context, on: &canvas) }
    }

    private func drawHeader(
        _ columns: [ListColumn], _ context: ScreenContext, in part: Rect, at row: Int,
        on canvas: inout Canvas
    ) {
        var left = part.column + 2
        for column in columns {
            let isSorted = column.sorts(context.query.order)
            let marked = column.name + (context.query.isAscending ? " ▲" : " ▼")
            let isMarked = isSorted && !column.name.isEmpty && marked.count <= column.width
            let name = isMarked ? marked : column.name
            let style = Style(isSorted ? .accent : .muted)
            if column.isRightAligned {
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

    private func drawPull(in part: Rect, at row: Int, on canvas: inout Canvas) {
        let label = pull.isTriggered ? "▰▰ refreshing" : "▰▱ pull again to refresh"
        canvas.put("  ↓ \(label)", column: part.column, row: row, Style(.accent))
    }

    private func drawRow(
        _ index: Int, _ columns: [ListColumn], _ context: ScreenContext, in part: Rect,
        at row: Int, on canvas: inout Canvas
    ) {
        let line = Rect(column: part.column, row: row, columns: part.columns - 1, rows: 1)
        let background = canvas.drawRowBackground(line, isSelected: index == selected)
        let left = part.column + 2
        let id = context.list[index].vehicle?.id
        if context.marks.includes(id, at: index, selected: selected) {
            canvas.put(
                Marks.sign, column: part.column + 1, row: row,
                Style(.accent, on: background, bold: true))
        } else if let id, context.list.favoriteIDs.contains(id) {
            canvas.put("★", column: part.column + 1, row: row, Style(.warning, on: background))
        }
        switch context.list[index] {
        case .notLoaded: canvas.put("…", column: left, row: row, Style(.muted, on: background))
        case .gone: canvas.put("gone", column: left, row: row, Style(.muted, on: background))
        case .vehicle(let vehicle):
            let cells = VehicleCells(
                context.list.info?.feed, origin: context.setup.origin, now: context.clock.shown)
            let vehicleRow = VehicleRow(
                vehicle: vehicle, cells: cells, showsSwatches: context.setup.showsSwatches)
            var column = left
            for listColumn in columns {
                vehicleRow.draw(
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
    var name: String {
        DisplayWidth.shortened(TerminalText.drawable(id.limited), to: 24)
    }
}
