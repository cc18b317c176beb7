import FleetCore

/// List of sites: its selection, scroll position and search.
struct SiteListScreen: Screen {
    static let title = "sites"

    /// Sites that match the search.
    private(set) var sites: [Site] = []
    /// Selected and visible sites.
    private var cursor = ListCursor()
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Text that the name or the ID must contain.
    private(set) var search: String?

    /// Index of the selected site.
    private var selected: Int { cursor.selected }

    /// Index of the topmost visible site.
    private var top: Int { cursor.top }

    /// Selected site.
    var selectedSite: Site? { sites.indices.contains(selected) ? sites[selected] : nil }

    /// Follows a new snapshot: the selected site keeps its selection and its row on the screen.
    mutating func follow(_ allSites: SortedSites) {
        show(allSites.matching(search), selecting: selectedSite?.id)
    }

    /// Selects a site by its ID if it matches the search.
    mutating func select(id: String) {
        guard let index = sites.firstIndex(where: { $0.id == id }) else { return }
        cursor.select(index, of: sites.count)
    }

    mutating func resize(_ context: ScreenContext) {
        cursor.resize(Self.body(context).rows, of: sites.count)
    }

    /// Moves the selection by `steps` sites; returns whether it changed.
    mutating func step(_ steps: Int) -> Bool {
        let previous = selected
        cursor.select(previous + steps, of: sites.count)
        return selected != previous
    }

    private mutating func show(_ sites: [Site], selecting id: String?) {
        self.sites = sites
        let index = id.flatMap { id in sites.firstIndex { $0.id == id } }
        cursor.select(index ?? selected, offset: cursor.offset, of: sites.count)
    }
}

extension SiteListScreen {
    static let hints = [
        KeyHint("↵", "open the site and its live sensors", short: "open"),
        KeyHint("/", "search by name or ID", short: "search"),
        KeyHint("v", "show the vehicles at this site", short: "vehicles"),
        KeyHint("c", "clear the search"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("PgDn PgUp", "move by a page"),
        KeyHint("g G", "go to the first or last"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        if case .mouse(let mouse) = key { return handle(mouse, Self.body(context)) }
        let allSites = context.siteFeed.sortedSites
        if searchField != nil, typeSearch(key, allSites) { return [] }
        switch key {
        case .enter, .right, .character("l"): return open
        case .character("v"):
            return selectedSite.map { SiteSheet.showVehicles(of: $0, context) } ?? []
        case .character("/"): searchField = TextField(search)
        case .character("c"): filter(by: nil, allSites)
        case .escape where search != nil: filter(by: nil, allSites)
        default: return move(key) ? [] : nil
        }
        return []
    }

    private var open: [Action] { selectedSite.map { [.go(.site($0.id))] } ?? [] }

    private mutating func handle(_ mouse: Mouse, _ body: Rect) -> [Action] {
        switch mouse.kind {
        case .wheelUp: _ = step(-3)
        case .wheelDown: _ = step(3)
        case .press:
            let (row, target) = (mouse.row - body.row, top + mouse.row - body.row)
            guard (0..<cursor.height).contains(row), target < sites.count else { return [] }
            if target == selected { return open }
            cursor.select(target, of: sites.count)
        case .drag, .release: break
        }
        return []
    }

    private mutating func move(_ key: Key) -> Bool {
        guard let target = cursor.target(of: key, count: sites.count) else { return false }
        cursor.select(target, of: sites.count)
        return true
    }

    private mutating func filter(by search: String?, _ allSites: SortedSites?) {
        let search = search.flatMap { $0.isEmpty ? nil : $0 }
        guard search != self.search else { return }
        self.search = search
        if let allSites { show(allSites.matching(search), selecting: selectedSite?.id) }
    }

    /// Types into the search; returns false if the key is meant for the list.
    private mutating func typeSearch(_ key: Key, _ allSites: SortedSites?) -> Bool {
        switch TextField.handleSearch(key, &searchField) {
        case .unchanged: break
        case .changed(let text): filter(by: text, allSites)
        case nil: return false
        }
        return true
    }
}

extension SiteListScreen {
    /// Area of the sites, below the column names.
    private static func body(_ context: ScreenContext) -> Rect {
        context.layout.body.dropping(top: context.layout.body.rows > 1 ? 1 : 0)
    }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = context.layout.body
        canvas.draw(in: part) { canvas in
            let body = Self.body(context)
            guard let sortedSites = context.siteFeed.sortedSites, !sites.isEmpty else {
                return drawEmpty(context, in: body, on: &canvas)
            }
            let columns = SiteRow.Columns(part.columns - 3, titleWidth: sortedSites.titleWidth)
            if body.row > part.row { drawHeader(columns, in: part, on: &canvas) }
            for row in 0..<min(body.rows, max(0, sites.count - top)) {
                let site = sites[top + row]
                let cells = SiteRow(
                    site: site, vehicles: sortedSites.vehicles(at: site), now: context.clock.shown)
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
    private func drawEmpty(_ context: ScreenContext, in body: Rect, on canvas: inout Canvas) {
        let lines = emptyLines(context).flatMap { text, style in
            text.wrapped(to: max(8, body.columns - 4)).map { ($0, style) }
        }
        let top = body.row + max(0, (body.rows - lines.count) / 3)
        for (row, (text, style)) in lines.enumerated() {
            canvas.putCentered(text, in: body, row: top + row, style)
        }
    }

    private func emptyLines(_ context: ScreenContext) -> [(String, Style)] {
        guard let sortedSites = context.siteFeed.sortedSites else {
            return [(context.siteFeed.loadingText(context.setup), Style(.muted))]
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
