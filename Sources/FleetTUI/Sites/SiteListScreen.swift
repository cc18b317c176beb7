import FleetCore

/// State of the site list: its selection, scroll position and search.
struct SiteListScreen: Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored
        /// Open the selected site.
        case open
        /// Show the vehicles of the selected site.
        case vehicles
    }

    /// Sites that match the search.
    private(set) var sites: [Site] = []
    /// Selected and visible sites.
    private var cursor = ListCursor()
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Text that the name or the ID must contain.
    private(set) var search: String?

    /// Index of the selected site.
    var selected: Int { cursor.selected }

    /// Index of the topmost visible site.
    var top: Int { cursor.top }

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

    /// Adapts to the available height.
    mutating func resize(_ height: Int) {
        cursor.resize(height, of: sites.count)
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
    /// Handles a key.
    mutating func handle(_ key: Key, allSites: SortedSites?) -> Outcome {
        if searchField != nil, typeSearch(key, allSites) { return .handled }
        switch key {
        case .enter, .right, .character("l"): return selectedSite == nil ? .handled : .open
        case .character("v"): return selectedSite == nil ? .handled : .vehicles
        case .character("/"): searchField = TextField(search)
        case .character("c"): filter(by: nil, allSites)
        case .escape where search != nil: filter(by: nil, allSites)
        // These keys change the list of vehicles, which is not visible here.
        case .character("f"), .character("F"), .character("s"), .character("*"): break
        default: return move(key) ? .handled : .ignored
        }
        return .handled
    }

    /// Handles the mouse at a row of the list.
    mutating func handle(_ mouse: Mouse.Kind, row: Int) -> Outcome {
        switch mouse {
        case .wheelUp: _ = step(-3)
        case .wheelDown: _ = step(3)
        case .press:
            let target = top + row
            guard (0..<cursor.height).contains(row), target < sites.count else { return .handled }
            if target == selected { return .open }
            cursor.select(target, of: sites.count)
        case .drag, .release: break
        }
        return .handled
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

    /// Key hints of the screen.
    static let hints = [
        KeyHint("↵", "open the site and its live sensors", short: "open"),
        KeyHint("/", "search by name or ID", short: "search"),
        KeyHint("v", "show the vehicles at this site", short: "vehicles"),
        KeyHint("c", "clear the search"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("PgDn PgUp", "move by a page"),
        KeyHint("g G", "go to the first or last"),
    ]
}
