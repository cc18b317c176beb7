import FleetCore

extension Browser {
    /// Goes to a screen.
    mutating func go(to route: Route) {
        router.go(to: route)
        switch route {
        case .filter: filterSheet = FilterSheet(kinds: catalog.kinds, filter: query.filter)
        case .help: help = HelpScreen(title: title(of: covered), hints: hints(of: covered))
        case .vehicle(let id):
            if vehicleSheet?.id != id { vehicleSheet = VehicleSheet(id: id) }
            effects.append(.find(id: id))
        case .site(let id): beginSite(id)
        case .events: events.begin(at: clock.shown)
        case .list, .map, .notes, .sites: break
        }
        dropWhatIsLeft()
        readPointsIfShown()
        readNotesIfShown()
        compareIfWanted()
    }

    /// Leaves the screen in front; the list is the last.
    mutating func goBack() {
        if !router.back() { effects.append(.quit) }
        dropWhatIsLeft()
    }

    /// Forgets the screens that nobody can see any more.
    private mutating func dropWhatIsLeft() {
        if !router.stack.contains(.filter) { filterSheet = nil }
        if !router.stack.contains(.help) { help = nil }
        let hasVehicle = router.stack.contains { if case .vehicle = $0 { true } else { false } }
        if !hasVehicle { (vehicleSheet, opensSelection) = (nil, false) }
        noteEntry = nil
        let hasSite = router.stack.contains { if case .site = $0 { true } else { false } }
        if !hasSite { siteSheet = nil }
    }

    /// Opens a vehicle by its code.
    mutating func open(_ id: String) {
        go(to: .vehicle(id))
    }

    /// Opens the chosen vehicle of the list, at once or when its code is known.
    mutating func openSelection() {
        opensSelection = true
        openSelectionIfWanted()
    }

    mutating func openSelectionIfWanted() {
        guard opensSelection, let id = list.selectedID else { return }
        opensSelection = false
        open(id)
    }

    /// The screen that the help is about.
    private var covered: Route {
        router.stack.last { $0 != .help } ?? .list
    }

    /// Whether what is in front shows the sites' feed, whose state and trouble are told then.
    var isOfSites: Bool { covered.isOfSites }

    /// What the keys of a screen do.
    func hints(of route: Route) -> [KeyHint] {
        switch route {
        case .list: VehicleListScreen.hints
        case .map: MapScreen.hints
        case .vehicle: VehicleSheet.hints
        case .notes: NotesScreen.hints
        case .sites: SiteListScreen.hints
        case .site: SiteSheet.hints
        case .events: EventsScreen.hints
        case .filter: FilterSheet.hints
        case .help: [KeyHint("esc", "close", short: "close")]
        }
    }

    private func title(of route: Route) -> String {
        switch route {
        case .list: "the list"
        case .map: "the map"
        case .vehicle: "a vehicle"
        case .notes: "the notes"
        case .sites: "the sites"
        case .site: "a site"
        case .events: "the events"
        case .filter: "the filter"
        case .help: "the help"
        }
    }
}
