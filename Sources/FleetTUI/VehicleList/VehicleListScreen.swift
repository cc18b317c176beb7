import FleetCore

/// The list of vehicles: which one is chosen, and which are in sight.
struct VehicleListScreen: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored
        /// The chosen vehicle is to be opened.
        case open
        /// The list was pulled far enough.
        case refresh
        /// The search changed.
        case search(String?)
    }

    /// Which vehicle is chosen, and which are in sight.
    private var place = ListPlace()
    /// The code of the chosen vehicle; `nil` while it is not known.
    private(set) var selectedID: String?
    private var hasList = false
    private(set) var pull = Pull()
    /// The search that is being typed.
    private(set) var search: SearchField?
    /// The columns of the longest code seen.
    private(set) var idWidth = 4
    /// The columns that some vehicle has anything in.
    private(set) var known: Set<ListColumn.Kind> = [.state]
    /// Whether distances are measured.
    private let hasPlace: Bool

    init(hasPlace: Bool) {
        self.hasPlace = hasPlace
    }

    /// The place of the chosen vehicle.
    var selected: Int { place.selected }

    /// The place at the top of the screen.
    var top: Int { place.top }

    /// The part of the list that is in sight.
    var visible: Range<Int> { top..<top + place.height }

    /// Chooses a vehicle by its code, before its place is known.
    mutating func choose(_ id: String) {
        selectedID = id
    }

    /// Takes a list that was just made: the chosen vehicle stays chosen and where it is on the screen;
    /// if it is not in the list, the one at the place `near` takes its place.
    mutating func follow(_ catalog: Catalog, kept: Int?, near: Int) {
        // A vehicle that was chosen before there was a list comes to the middle.
        let offset = hasList ? place.offset : place.height / 2
        hasList = hasList || catalog.count > 0
        place.select(kept ?? near, offset: offset, of: catalog.count)
        if kept == nil { selectedID = nil }
        learn(from: catalog)
    }

    /// Takes note of vehicles that were read.
    mutating func learn(from catalog: Catalog) {
        for vehicle in catalog.vehicles {
            idWidth = max(idWidth, Self.width(ofID: vehicle.id))
            known.formUnion(ListColumn.Kind.known(of: vehicle, hasPlace: hasPlace))
        }
        stayInside(catalog)
    }

    /// No column is as wide as a hostile code is long.
    private static func width(ofID id: String) -> Int {
        id.utf8.count > 200 ? 40 : DisplayWidth.of(TerminalText.drawn(id))
    }

    /// Forgets how wide the codes were, since others are wanted now.
    mutating func forgetWidths() {
        idWidth = 4
    }

    /// Takes the room that there is.
    mutating func resize(_ height: Int, _ catalog: Catalog) {
        place.resize(height, of: catalog.count)
        stayInside(catalog)
    }

    /// Lets the pull spring back in time.
    mutating func tick(at time: Timestamp) {
        pull.relax(at: time)
    }

    /// Begins to type a search.
    mutating func beginSearch(_ present: String?) {
        search = SearchField(present)
    }

    private mutating func stayInside(_ catalog: Catalog) {
        place.stayInside(catalog.count)
        if let vehicle = catalog[selected].vehicle { selectedID = vehicle.id }
    }
}

extension VehicleListScreen {
    /// Handles a key.
    mutating func handle(_ key: Key, _ catalog: Catalog, at time: Timestamp) -> Outcome {
        if search != nil, let outcome = typeSearch(key) { return outcome }
        if [.up, .character("k"), .control("p")].contains(key), selected == 0 || catalog.count == 0
        {
            return pull.pull(at: time) ? .refresh : .handled
        }
        pull.release()
        switch key {
        case .enter, .right, .character("l"): return catalog.count > 0 ? .open : .handled
        default: return move(key, catalog) ? .handled : .ignored
        }
    }

    /// The wheel moves the list under the choice; a wheel at the top pulls.
    mutating func wheel(up: Bool, _ catalog: Catalog, at time: Timestamp) -> Outcome {
        if up, top == 0 { return pull.pull(at: time) ? .refresh : .handled }
        pull.release()
        place.scroll(by: up ? -3 : 3, of: catalog.count)
        select(selected, catalog)
        return .handled
    }

    /// A click on a row of the screen chooses, one on what is chosen opens.
    mutating func click(row: Int, _ catalog: Catalog) -> Outcome {
        pull.release()
        let target = top + row
        guard (0..<place.height).contains(row), target < catalog.count else { return .ignored }
        if target == selected { return .open }
        select(target, catalog)
        return .handled
    }

    /// Chooses the vehicle so many places on.
    mutating func step(_ steps: Int, _ catalog: Catalog) {
        select(selected + steps, catalog)
    }

    /// Chooses the vehicle at a place.
    mutating func select(_ target: Int, _ catalog: Catalog) {
        place.select(target, of: catalog.count)
        selectedID = nil
        stayInside(catalog)
    }

    private mutating func move(_ key: Key, _ catalog: Catalog) -> Bool {
        let half = max(1, place.height / 2)
        switch key {
        case .control("d"): step(half, catalog)
        case .control("u"): step(-half, catalog)
        default:
            guard let target = place.target(of: key, count: catalog.count) else { return false }
            select(target, catalog)
        }
        return true
    }

    /// Types into the search; `nil` leaves the key to the list.
    private mutating func typeSearch(_ key: Key) -> Outcome? {
        switch SearchField.handle(key, &search) {
        case .unchanged: .handled
        case .changed(let text): .search(text)
        case nil: nil
        }
    }
}

extension VehicleListScreen {
    /// What its keys do.
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("/", "search as you type", short: "search"),
        KeyHint("f", "filter by color, type, state, battery", short: "filter"),
        KeyHint("s", "sort by the next column", short: "sort"),
        KeyHint("*", "keep as a favorite, or no longer"),
        KeyHint("F", "only the favorites, or all"),
        KeyHint("c", "clear filter and search"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("PgDn PgUp", "move by a page"),
        KeyHint("g G", "go to the first, the last"),
        KeyHint("k at the top", "pull; four times refreshes"),
    ]
}
