import FleetCore

/// State of the vehicle list: its selection, scroll position and search input.
struct VehicleListScreen: Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored
        /// Open the selected vehicle.
        case open
        /// The list was pulled far enough to refresh.
        case refresh
        /// The search changed.
        case search(String?)
    }

    /// Selected and visible vehicles.
    private var cursor = ListCursor()
    /// ID of the selected vehicle; nil until it is known.
    private(set) var selectedID: String?
    private var hasList = false
    private(set) var pull = PullToRefresh()
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Width of the longest ID so far.
    private(set) var idWidth = 4
    /// Columns that have content for any vehicle so far.
    private(set) var knownColumns: Set<ListColumn.Kind> = [.state]
    /// Whether distances are shown.
    private let hasOrigin: Bool

    init(hasOrigin: Bool) {
        self.hasOrigin = hasOrigin
    }

    /// Index of the selected vehicle.
    var selected: Int { cursor.selected }

    /// Index of the topmost visible vehicle.
    var top: Int { cursor.top }

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

    /// Adapts to the available height.
    mutating func resize(_ height: Int, _ model: VehicleListModel) {
        cursor.resize(height, of: model.count)
        clamp(to: model)
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
    /// Handles a key.
    mutating func handle(_ key: Key, _ model: VehicleListModel, at time: Timestamp) -> Outcome {
        if searchField != nil, let outcome = typeSearch(key) { return outcome }
        if [.up, .character("k"), .control("p")].contains(key), selected == 0 || model.count == 0 {
            return pull.pull(at: time) ? .refresh : .handled
        }
        pull.release()
        switch key {
        case .enter, .right, .character("l"): return model.count > 0 ? .open : .handled
        default: return move(key, model) ? .handled : .ignored
        }
    }

    /// Scrolls the list by the wheel; at the top, scrolling up pulls.
    mutating func wheel(up: Bool, _ model: VehicleListModel, at time: Timestamp) -> Outcome {
        if up, top == 0 { return pull.pull(at: time) ? .refresh : .handled }
        pull.release()
        cursor.scroll(by: up ? -3 : 3, of: model.count)
        select(selected, model)
        return .handled
    }

    /// Selects the clicked row, or opens it if it is already selected.
    mutating func click(row: Int, _ model: VehicleListModel) -> Outcome {
        pull.release()
        let target = top + row
        guard (0..<cursor.height).contains(row), target < model.count else { return .ignored }
        if target == selected { return .open }
        select(target, model)
        return .handled
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
    private mutating func typeSearch(_ key: Key) -> Outcome? {
        switch TextField.handleSearch(key, &searchField) {
        case .unchanged: .handled
        case .changed(let text): .search(text)
        case nil: nil
        }
    }
}

extension VehicleListScreen {
    /// Key hints of the screen.
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
}
