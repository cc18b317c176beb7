import FleetCore

/// List of vehicles: its selection, scroll position and search input.
struct VehicleListScreen: Screen {
    static let title = "list"

    /// Selected and visible vehicles.
    private var cursor = ListCursor()
    /// ID of the selected vehicle; nil until it is known.
    private(set) var selectedID: String?
    private var hasList = false
    private var pull = PullToRefresh()
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Width of the longest ID so far.
    private var idWidth = 4
    /// Columns that have content for any vehicle so far.
    private var knownColumns: Set<ListColumn.Kind> = [.state]
    /// Whether distances are shown.
    private let hasOrigin: Bool

    init(hasOrigin: Bool) {
        self.hasOrigin = hasOrigin
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

    /// Follows a new list: the selected vehicle keeps its selection and its row on the screen; if it
    /// is not in the list, the one at index `near` is selected.
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
        for vehicle in model.vehicles {
            idWidth = max(idWidth, Self.width(ofID: vehicle.id))
            knownColumns.formUnion(ListColumn.Kind.known(of: vehicle, hasOrigin: hasOrigin))
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
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("/", "search as you type", short: "search"),
        KeyHint("f", "filter by color, type, state, battery", short: "filter"),
        KeyHint("s", "sort by the next column", short: "sort"),
        KeyHint("*", "toggle favorite"),
        KeyHint("F", "show only favorites, or all"),
        KeyHint("c", "clear filter and search"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("PgDn PgUp", "move by a page"),
        KeyHint("g G", "go to the first or last"),
        KeyHint("k at the top", "pull four times to refresh"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        if case .mouse(let mouse) = key { return handle(mouse, context) }
        if searchField != nil, let actions = typeSearch(key, context) { return actions }
        let model = context.list
        if [.up, .character("k"), .control("p")].contains(key), selected == 0 || model.count == 0 {
            return pullList(context)
        }
        pull.release()
        switch key {
        case .enter, .right, .character("l"): return model.count > 0 ? open : []
        // Escape clears the search and never quits the program.
        case .escape: return [context.changeQuery { $0.filter.search = nil }]
        default: return move(key, model) ? [] : nil
        }
    }

    private var open: [Action] { [.openVehicle(steps: 0)] }

    /// Pulls the list past its top, which refreshes when pulled far enough.
    private mutating func pullList(_ context: ScreenContext) -> [Action] {
        pull.pull(at: context.clock.machine) ? [.refresh] : []
    }

    private mutating func handle(_ mouse: Mouse, _ context: ScreenContext) -> [Action]? {
        let body = body(context)
        switch mouse.kind {
        case .wheelUp where top == 0: return pullList(context)
        case .wheelUp: scroll(by: -3, context.list)
        case .wheelDown: scroll(by: 3, context.list)
        case .press where body.contains(column: mouse.column, row: mouse.row):
            return click(row: mouse.row - body.row, context.list)
        case .press, .drag, .release: break
        }
        return []
    }

    private mutating func scroll(by rows: Int, _ model: VehicleListModel) {
        pull.release()
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

    /// Types into the search; returns nil if the key is meant for the list.
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
    /// Returns the number of rows above the vehicles: the favorites, if any, and the column names.
    private static func headerRows(_ model: VehicleListModel) -> Int {
        model.favorites.isEmpty ? 1 : 2
    }

    /// Area of the vehicles.
    private func body(_ context: ScreenContext) -> Rect {
        context.layout.body.dropping(
            top: Self.headerRows(context.list) + (pull.length > 0 ? 1 : 0))
    }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = context.layout.body
        let columns = ListColumn.fitting(
            part.columns - 3, idWidth: idWidth, known: knownColumns, sorting: context.query.order)
        canvas.draw(in: part) { canvas in
            let body = body(context)
            let top = part.row + Self.headerRows(context.list)
            drawFavorites(context.list.favorites, in: part, on: &canvas)
            drawHeader(columns, context, in: part, at: top - 1, on: &canvas)
            if pull.length > 0 { drawPull(in: part, at: top, on: &canvas) }
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

    private func drawPull(in part: Rect, at row: Int, on canvas: inout Canvas) {
        let meter =
            String(repeating: "▰", count: pull.length)
            + String(repeating: "▱", count: PullToRefresh.threshold - pull.length)
        let label = pull.isTriggered ? "refreshing" : "keep pulling to refresh"
        canvas.put("  ↓ \(meter) \(label)", column: part.column, row: row, Style(.accent))
    }

    private func drawRow(
        _ index: Int, _ columns: [ListColumn], _ context: ScreenContext, in part: Rect,
        at row: Int, on canvas: inout Canvas
    ) {
        let line = Rect(column: part.column, row: row, columns: part.columns - 1, rows: 1)
        let background = canvas.drawRowBackground(line, isSelected: index == selected)
        let left = part.column + 2
        if let id = context.list[index].vehicle?.id, context.list.favoriteIDs.contains(id) {
            canvas.put("★", column: part.column + 1, row: row, Style(.warning, on: background))
        }
        switch context.list[index] {
        case .notLoaded: canvas.put("…", column: left, row: row, Style(.muted, on: background))
        case .gone: canvas.put("gone", column: left, row: row, Style(.muted, on: background))
        case .vehicle(let vehicle):
            let cells = VehicleRow(
                vehicle: vehicle, now: context.clock.shown, origin: context.setup.origin,
                showsSwatches: context.setup.showsSwatches)
            var column = left
            for listColumn in columns {
                cells.draw(
                    listColumn, at: column, row: row, background: background, on: &canvas)
                column += listColumn.width + ListColumn.gap
            }
        }
    }

    private func drawEmpty(_ context: ScreenContext, on canvas: inout Canvas) {
        let body = context.layout.body.dropping(top: Self.headerRows(context.list))
        let lines = emptyLines(context).flatMap { text, style in
            text.wrapped(to: max(8, body.columns - 4)).map { ($0, style) }
        }
        canvas.draw(in: body) { canvas in
            let top = body.row + max(0, (body.rows - lines.count) / 3)
            for (row, (text, style)) in lines.enumerated() {
                canvas.putCentered(text, in: body, row: top + row, style)
            }
        }
    }

    /// Explanation of an empty list, and the key that helps.
    private func emptyLines(_ context: ScreenContext) -> [(String, Style)] {
        let (list, filter) = (context.list, context.query.filter)
        guard context.info != nil else {
            return [("loading \(context.setup.source) …", Style(.muted))]
        }
        // A list that has not been read yet may not be empty.
        guard let info = list.info else { return [] }
        guard info.total > 0 else {
            let cause =
                info.parseReport.skipped > 0
                ? "None of the \(info.parseReport.skipped) vehicles in the feed could be read."
                : "The feed has no vehicles right now."
            return [(cause, .plain), ("r refreshes", Style(.accent))]
        }
        if filter.favorites != nil, list.missingCount == list.favorites.count {
            return [
                (missingText(list.favorites), .plain), ("F shows all vehicles", Style(.accent)),
            ]
        }
        let phrases = ShortText.phrases(of: filter).joined(separator: " · ")
        return [
            ("None of the \(info.total) vehicles match the filter:", .plain),
            (phrases, Style(bold: true)), ("c clears it, f changes it", Style(.accent)),
        ]
    }

    /// Message that no favorite is in the feed, with their IDs.
    private func missingText(_ favorites: [ListedFavorite]) -> String {
        let names = favorites.prefix(12).map(\.name).joined(separator: ", ")
        let rest = favorites.count - 12
        return
            (favorites.count == 1
            ? "The favorite is missing: " : "All favorites are missing: ")
            + names + (rest > 0 ? " and \(ShortCount.grouped(rest)) more" : "")
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
    fileprivate var name: String {
        DisplayWidth.shortened(TerminalText.drawable(id.limited), to: 24)
    }
}
