import FleetCore

extension Browser {
    /// Goes to a screen.
    mutating func go(to route: Route) {
        router.go(to: route)
        switch route {
        case .filter: filterSheet = FilterSheet(facets: listModel.facets, filter: query.filter)
        case .help: help = HelpScreen(title: title(of: helpSubject), hints: hints(of: helpSubject))
        case .vehicle(let id):
            if vehicleSheet?.id != id { vehicleSheet = VehicleSheet(id: id) }
            effects.append(.find(id: id))
        case .site(let id): openSite(id)
        case .events: events.begin(at: clock.shown)
        case .list, .map, .notes, .sites: break
        }
        dropClosedScreens()
        readPointsIfShown()
        readNotesIfShown()
        compareIfNeeded()
    }

    /// Leaves the front screen; quits from the list.
    mutating func goBack() {
        if !router.back() { effects.append(.quit) }
        dropClosedScreens()
    }

    /// Drops the state of screens that have been closed.
    private mutating func dropClosedScreens() {
        if !router.stack.contains(.filter) { filterSheet = nil }
        if !router.stack.contains(.help) { help = nil }
        let hasVehicle = router.stack.contains { if case .vehicle = $0 { true } else { false } }
        if !hasVehicle { (vehicleSheet, opensSelection) = (nil, false) }
        noteDraft = nil
        let hasSite = router.stack.contains { if case .site = $0 { true } else { false } }
        if !hasSite { siteSheet = nil }
    }

    /// Opens a vehicle by its ID.
    mutating func open(_ id: String) {
        go(to: .vehicle(id))
    }

    /// Opens the selected vehicle of the list, at once or as soon as its ID is known.
    mutating func openSelection() {
        opensSelection = true
        openSelectionIfRequested()
    }

    mutating func openSelectionIfRequested() {
        guard opensSelection, let id = list.selectedID else { return }
        opensSelection = false
        open(id)
    }

    /// Screen that the help explains.
    private var helpSubject: Route {
        router.stack.last { $0 != .help } ?? .list
    }

    /// Whether the front screen shows the site feed, and so its state and its failures.
    var showsSites: Bool { helpSubject.showsSites }

    /// Returns the key hints of a screen.
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
        case .list: "list"
        case .map: "map"
        case .vehicle: "vehicle"
        case .notes: "notes"
        case .sites: "sites"
        case .site: "site"
        case .events: "events"
        case .filter: "filter"
        case .help: "help"
        }
    }
}
