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
    /// Which site is chosen, and which are in sight.
    private var place = ListPlace()
    /// The search that is being typed.
    private(set) var field: SearchField?
    /// What the name or the identifier must hold.
    private(set) var search: String?

    /// The place of the chosen site.
    var selected: Int { place.selected }

    /// The place at the top of the screen.
    var top: Int { place.top }

    /// The chosen site.
    var chosen: Site? { sites.indices.contains(selected) ? sites[selected] : nil }

    /// Takes the sites of another snapshot; the chosen one stays chosen and where it is on the screen.
    mutating func follow(_ roll: SiteRoll) {
        show(roll.matching(search), keeping: chosen?.id)
    }

    /// Chooses a site by its identifier, if the search lets it pass.
    mutating func choose(_ id: String) {
        guard let found = sites.firstIndex(where: { $0.id == id }) else { return }
        place.select(found, of: sites.count)
    }

    /// Takes the room that there is.
    mutating func resize(_ height: Int) {
        place.resize(height, of: sites.count)
    }

    /// Chooses the site so many places on; tells whether that is another one.
    mutating func step(_ steps: Int) -> Bool {
        let before = selected
        place.select(before + steps, of: sites.count)
        return selected != before
    }

    private mutating func show(_ sites: [Site], keeping id: String?) {
        self.sites = sites
        let found = id.flatMap { id in sites.firstIndex { $0.id == id } }
        place.select(found ?? selected, offset: place.offset, of: sites.count)
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
            let target = top + row
            guard (0..<place.height).contains(row), target < sites.count else { return .handled }
            if target == selected { return .open }
            place.select(target, of: sites.count)
        case .drag, .release: break
        }
        return .handled
    }

    private mutating func move(_ key: Key) -> Bool {
        guard let target = place.target(of: key, count: sites.count) else { return false }
        place.select(target, of: sites.count)
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
        switch SearchField.handle(key, &field) {
        case .unchanged: break
        case .changed(let text): narrow(to: text, roll)
        case nil: return false
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
