import FleetCore

/// The list of the sites: which one is chosen, which are in sight, and what is searched for.
struct SiteListScreen: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored
        /// The chosen site is to be opened.
        case open
        /// The vehicles of the chosen site are wanted.
        case vehicles
    }

    /// The sites that the search lets pass.
    private(set) var sites: [Site] = []
    /// The place of the chosen site.
    private(set) var selected = 0
    /// The place at the top of the screen.
    private(set) var top = 0
    /// How many sites the screen has room for.
    private(set) var height = 0
    /// The search that is being typed.
    private(set) var field: SearchField?
    /// What the name or the identifier must hold.
    private(set) var search: String?

    /// The chosen site.
    var chosen: Site? { sites.indices.contains(selected) ? sites[selected] : nil }

    /// Takes the sites of another snapshot; the chosen one stays chosen and where it is on the screen.
    mutating func follow(_ roll: SiteRoll) {
        show(roll.matching(search), keeping: chosen?.id)
    }

    /// Chooses a site by its identifier, if the search lets it pass.
    mutating func choose(_ id: String) {
        if let place = sites.firstIndex(where: { $0.id == id }) { select(place) }
    }

    /// Takes the room that there is.
    mutating func resize(_ height: Int) {
        self.height = max(0, height)
        stayInside()
    }

    /// Chooses the site so many places on; tells whether that is another one.
    mutating func step(_ steps: Int) -> Bool {
        let before = selected
        select(selected + steps)
        return selected != before
    }

    private mutating func show(_ sites: [Site], keeping id: String?) {
        let offset = selected - top
        self.sites = sites
        if let id, let place = sites.firstIndex(where: { $0.id == id }) { selected = place }
        top = selected - offset
        stayInside()
    }

    private mutating func select(_ place: Int) {
        selected = place
        stayInside()
    }

    private mutating func stayInside() {
        selected = min(max(selected, 0), max(sites.count - 1, 0))
        if height > 0 { top = min(max(top, selected - height + 1), selected) }
        top = max(0, min(top, sites.count - height))
    }
}

extension SiteListScreen {
    /// Handles a key.
    mutating func handle(_ key: Key, _ roll: SiteRoll?) -> Outcome {
        if field != nil, typeSearch(key, roll) { return .handled }
        switch key {
        case .enter, .right, .character("l"): return chosen == nil ? .handled : .open
        case .character("v"): return chosen == nil ? .handled : .vehicles
        case .character("/"): field = SearchField(search)
        case .character("c"): narrow(to: nil, roll)
        case .escape where search != nil: narrow(to: nil, roll)
        // What these do to the vehicles would not be seen here.
        case .character("f"), .character("F"), .character("s"), .character("*"): break
        default: return move(key) ? .handled : .ignored
        }
        return .handled
    }

    /// Does what the mouse asks for at a row of the list.
    mutating func handle(_ mouse: Mouse.Kind, row: Int) -> Outcome {
        switch mouse {
        case .wheelUp: _ = step(-3)
        case .wheelDown: _ = step(3)
        case .press:
            guard (0..<height).contains(row), top + row < sites.count else { return .handled }
            if top + row == selected { return .open }
            select(top + row)
        case .drag, .release: break
        }
        return .handled
    }

    private mutating func move(_ key: Key) -> Bool {
        let page = max(1, height - 1)
        switch key {
        case .down, .character("j"), .control("n"): select(selected + 1)
        case .up, .character("k"), .control("p"): select(selected - 1)
        case .pageDown, .character(" "), .control("f"): select(selected + page)
        case .pageUp, .control("b"): select(selected - page)
        case .home, .character("g"): select(0)
        case .end, .character("G"): select(sites.count - 1)
        default: return false
        }
        return true
    }

    private mutating func narrow(to search: String?, _ roll: SiteRoll?) {
        let search = search.flatMap { $0.isEmpty ? nil : $0 }
        guard search != self.search else { return }
        self.search = search
        if let roll { show(roll.matching(search), keeping: chosen?.id) }
    }

    /// Types into the search; `false` leaves the key to the list.
    private mutating func typeSearch(_ key: Key, _ roll: SiteRoll?) -> Bool {
        switch key {
        case .enter: field = nil
        case .escape:
            narrow(to: field?.before, roll)
            field = nil
        case .up, .down, .pageUp, .pageDown, .mouse: return false
        default: if field?.type(key) == true { narrow(to: field?.text, roll) }
        }
        return true
    }

    /// What its keys do.
    static let hints = [
        KeyHint("↵", "open the site: its sensors, live", short: "open"),
        KeyHint("/", "search by name or identifier", short: "search"),
        KeyHint("v", "the vehicles that are there", short: "vehicles"),
        KeyHint("c", "clear the search"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("PgDn PgUp", "move by a page"),
        KeyHint("g G", "go to the first, the last"),
    ]
}
