import FleetCore
import FleetService

/// State of the browser of a source: it takes events, returns effects and draws itself on a canvas.
///
/// It is a value without a clock, files or a terminal, so a test can drive it as a person does. The
/// screens handle the keys; the browser passes them on and performs the resulting actions.
///
///     var browser = Browser(setup, size: CanvasSize(columns: 80, rows: 24), clock: clock)
///     let effects = browser.handle(.key(.down))
public struct Browser: Sendable {
    var setup: BrowserSetup
    private(set) var size: CanvasSize
    private(set) var clock: BrowserClock
    /// Latest reported state of the service.
    var update: StateUpdate?
    /// Filter of the list and the map, and order of the list.
    var query: VehicleQuery
    private(set) var router = Router()
    /// Marked vehicles of the list.
    var marks = Marks()
    var listModel = VehicleListModel()
    /// Site feed of the source; its screens follow.
    var siteFeed = SiteFeed()
    var list: VehicleListScreen
    var map = MapScreen()
    var vehicleSheet: VehicleSheet?
    var notesScreen = NotesScreen()
    var siteList = SiteListScreen()
    var siteSheet: SiteSheet?
    var eventsScreen = EventsScreen()
    var filterSheet: FilterSheet?
    private var columnSheet: ColumnSheet?
    private var help: HelpScreen?
    /// Note that is being written.
    var typedNote: TypedNote?
    /// Command or path that is being typed.
    var commandLine: CommandLine?
    /// Earlier lines, oldest first.
    var commandHistory: [String] = []
    /// Keys without an effect that were already reported.
    var unusedKeys: Set<Key> = []
    var notice: Notice?
    var listRequest = ListRequest()
    var mapRequest = SnapshotRequest()
    /// The past time that is shown; `nil` for the present.
    var moment: ShownMoment?
    /// The past time that was asked for last.
    var wantedMoment: Timestamp?
    /// Whether the selected vehicle of the list opens as soon as its ID is known.
    private var opensSelection = false
    /// Time of a refresh request that no state has followed yet.
    var refreshRequestedAt: Timestamp?
    var effects: [Effect] = []

    /// Creates a browser without a snapshot.
    public init(_ setup: BrowserSetup, size: CanvasSize, clock: BrowserClock) {
        self.setup = setup
        self.size = size
        self.clock = clock
        query = setup.query
        list = VehicleListScreen(origin: setup.origin)
        map = MapScreen(origin: setup.origin)
        eventsScreen.begin(at: clock.shown, of: setup.query.filter)
        if case .vehicle(let id) = setup.route { list.select(id: id) }
        if setup.route != .list { go(to: setup.route) }
        // The first snapshot requests the content of the first screen.
        effects = []
        resizeScreens()
    }

    /// Size of the terminal.
    public var canvasSize: CanvasSize { size }

    /// Handles an event and returns the effects to carry out.
    public mutating func handle(_ event: BrowserEvent) -> [Effect] {
        switch event {
        case .key(let key): press(key)
        case .resized(let size): self.size = size
        case .tick(let clock): tick(clock)
        case .state(let update): handle(update)
        case .listed(let listed): handle(listed)
        case .window(let generation, let start, let vehicles):
            listModel.add(vehicles, from: start, generation: generation)
            list.update(from: listModel)
            openSelectionIfRequested()
        case .readFailed: forgetRequests()
        case .favoritesChanged: reloadList(near: list.selected)
        case .notes(let generation, let notes): show(notes, generation: generation)
        case .noteText(let number, let note): notesScreen.apply(note, number: number)
        case .notesChanged: reloadNotes()
        case .foundByStableID(let id, let found): open(found, stableID: id)
        case .compared(let update): handle(update)
        case .found(let id, let found): show(found, requestedID: id)
        case .foundAtRow(let found): open(found)
        case .preview(let row, let vehicle): map.show(vehicle, at: row)
        case .pictures(let id, let pictures): vehicleSheet?.show(pictures, of: id)
        case .between(let ids): mark(ids)
        case .paths(let typed, let paths): suggest(paths, for: typed)
        case .photosChecked(let photos, let error): addPhotos(photos, error)
        case .points(let generation, let points, let withoutPosition):
            show(points, withoutPosition: withoutPosition, generation: generation)
        case .zones(let zones): map.show(zones)
        case .moment(let moment): show(moment)
        case .sitesState(let update): request(siteFeed.handle(update))
        case .sites(let generation, let sortedSites): handle(sortedSites, generation: generation)
        case .site(let found): if let found { siteSheet?.update(found) }
        case .notice(let text, let isFailure): showNotice(text, isFailure: isFailure)
        }
        resizeScreens()
        requestMissingData()
        defer { effects = [] }
        return effects
    }

    /// Shows a notice for a few seconds.
    mutating func showNotice(_ text: String, isFailure: Bool = false) {
        notice = Notice(text, isFailure: isFailure, now: clock.machine)
    }

    private mutating func tick(_ clock: BrowserClock) {
        self.clock = clock
        list.tick(at: clock.machine)
        moveSheets(at: clock.machine)
        let style = context.style
        vehicleSheet?.tick(style: style, sites: siteFeed.sortedSites)
        if let notice, notice.expiresAt <= clock.machine { self.notice = nil }
    }

    private mutating func resizeScreens() {
        let context = context
        list.resize(context)
        map.resize(context)
        vehicleSheet?.resize(context)
        notesScreen.resize(context)
        siteList.resize(context)
        siteSheet?.resize(context)
        eventsScreen.resize(context)
        columnSheet?.resize(context)
    }
}

// MARK: - Screens

extension Browser {
    /// Data that the screens share.
    var context: ScreenContext {
        ScreenContext(
            setup: setup, layout: layout, clock: clock, query: query, info: info, list: listModel,
            marks: marks, siteFeed: siteFeed, showsPictures: showsPictures)
    }

    /// Returns a screen; `nil` if it is closed.
    func screen(_ route: Route) -> (any Screen)? {
        switch route {
        case .list: list
        case .map: map
        case .vehicle: vehicleSheet
        case .notes: notesScreen
        case .sites: siteList
        case .site: siteSheet
        case .events: eventsScreen
        case .filter: filterSheet
        case .columns: columnSheet
        case .help: help
        }
    }

    /// Passes a key to the front screen; returns `nil` if it has no effect there.
    private mutating func handleInFront(_ key: Key) -> [Action]? {
        let context = context
        return switch router.current {
        case .list: list.handle(key, context)
        case .map: map.handle(key, context)
        case .vehicle: vehicleSheet?.handle(key, context)
        case .notes: notesScreen.handle(key, context)
        case .sites: siteList.handle(key, context)
        case .site: siteSheet?.handle(key, context)
        case .events: eventsScreen.handle(key, context)
        case .filter: filterSheet?.handle(key, context)
        case .columns: columnSheet?.handle(key, context)
        case .help: help?.handle(key, context)
        }
    }

    private mutating func perform(_ action: Action) {
        switch action {
        case .perform(let effect): effects.append(effect)
        case .go(let route): go(to: route)
        case .close: goBack()
        case .notice(let text, let isFailure): showNotice(text, isFailure: isFailure)
        case .refresh: refresh()
        case .query(let query): change(query)
        case .openVehicle(let steps):
            if steps != 0 { list.step(steps, listModel) }
            openSelection()
        case .openSite(let steps): openSite(steps: steps)
        case .openNote(let number):
            notesScreen.select(number: number)
            go(to: .notes)
        case .readNotes: readNotesIfShown()
        case .showOnMap(let target):
            go(to: .map)
            map.center(on: target)
        case .writeNote(let subject): typedNote = TypedNote(.new([subject], isTask: false))
        case .command(let name): run(CommandInput(name))
        case .clearMarks: clearMarks()
        case .columns(let columns): show(columns: columns)
        case .unused(let key): reportUnused(key)
        case .editNote(let note): typedNote = TypedNote(.existing(note))
        }
    }
}

// MARK: - Keys

extension Browser {
    /// Keys that work on every screen.
    static let commonHints =
        BrowserCommand.ofEveryScreen.compactMap(\.hint) + [
            KeyHint(":", "type a command, as below", short: "command"),
            KeyHint("q", "back; quit from the list", short: "quit"),
            KeyHint("F5", "refresh"),
            KeyHint("ctrl-L", "redraw the screen"),
            KeyHint("ctrl-Z", "suspend and unsubscribe; `fg` resumes"),
            KeyHint("ctrl-C", "quit"),
        ]

    /// Handles a key: first the keys that work everywhere, then those of the front screen, then the
    /// common keys that the screen does not use itself.
    ///
    /// Its effects are returned with those of the next event.
    mutating func press(_ key: Key) {
        switch key {
        case .control("z"): effects.append(.terminal(.suspend))
        case .control("l"): effects.append(.terminal(.redraw))
        case .control("r"), .function(5): refresh()
        default:
            guard !typeCommand(key), !typeNote(key) else { return }
            guard let actions = handleInFront(key) else { return handleCommon(key) }
            for action in actions { perform(action) }
        }
    }

    private mutating func handleCommon(_ key: Key) {
        switch key {
        case .character("q"), .escape: goBack()
        case .character(":"): openCommandLine()
        case .function(1): go(to: .help)
        default:
            if let name = BrowserCommand.name(of: key), isAvailable(name) {
                run(CommandInput(name))
            } else if showsSites || !stepInPast(key) {
                reportUnused(key)
            }
        }
    }

    /// Restarts the subscription; a repeated refresh is ignored until the service has responded.
    mutating func refresh() {
        let last = showsSites ? siteFeed.refreshRequestedAt : refreshRequestedAt
        if let last, clock.machine - last < .seconds(1) { return }
        notice = nil
        if showsSites {
            siteFeed.refreshRequestedAt = clock.machine
            effects.append(.refreshSites)
        } else {
            refreshRequestedAt = clock.machine
            effects.append(.refresh)
        }
    }

    mutating func clearFilter() {
        let phrases = ShortText.phrases(of: query.filter)
        guard !phrases.isEmpty else { return showNotice("no filter to clear") }
        change { $0.filter = Filter() }
        showNotice("cleared: " + phrases.joined(separator: " · "))
    }

    /// Shows only the favorites, or all vehicles again.
    mutating func toggleFavoritesOnly() {
        guard query.filter.favorites == nil else { return change { $0.filter.favorites = nil } }
        guard !listModel.favorites.isEmpty else {
            return showNotice("no favorites yet; * adds the selected vehicle")
        }
        let ids = listModel.favoriteIDs
        change { $0.filter.favorites = ids }
    }

    /// Sorts by the next order; by distance only with `--near`.
    mutating func sort() {
        var orders: [VehicleOrder] = [.id, .battery, .range, .lastReported]
        if let origin = setup.origin { orders.append(.distance(from: origin)) }
        let next = (orders.firstIndex(of: query.order) ?? -1) + 1
        change { ($0.order, $0.isReversed) = (orders[next % orders.count], false) }
        showNotice("sorted by \(query.order.name)")
    }

    /// Shows the map, centered on the open vehicle.
    mutating func showMap() {
        let row = vehicleSheet?.row
        go(to: .map)
        if let row { map.center(on: .vehicle(row)) }
    }
}

// MARK: - Navigation

extension Browser {
    /// Goes to a screen.
    mutating func go(to route: Route) {
        router.go(to: route)
        switch route {
        case .filter: filterSheet = FilterSheet(listModel, filter: query.filter)
        case .help: help = screen(helpSubject).map { HelpScreen(type(of: $0)) }
        case .vehicle(let id):
            if vehicleSheet?.id != id { vehicleSheet = VehicleSheet(id: id) }
            effects.append(.read(.vehicle(id: id)))
        case .site(let id): openSite(id)
        case .columns:
            let all = selectableColumns
            columnSheet = ColumnSheet(
                setup.columns.map { $0.resolved(in: info?.feed) }, of: all)
        case .list, .map, .notes, .sites, .events: break
        }
        dropClosedScreens()
        readPointsIfShown()
        readNotesIfShown()
        compareIfNeeded()
    }

    /// Leaves the front screen; quits from the list.
    mutating func goBack() {
        if !router.back() { effects.append(.terminal(.quit)) }
        dropClosedScreens()
    }

    /// Drops the state of screens that have been closed.
    private mutating func dropClosedScreens() {
        if !router.stack.contains(.filter) { filterSheet = nil }
        if !router.stack.contains(.help) { help = nil }
        if !router.stack.contains(.columns) { columnSheet = nil }
        let hasVehicle = router.stack.contains { if case .vehicle = $0 { true } else { false } }
        if !hasVehicle { (vehicleSheet, opensSelection) = (nil, false) }
        typedNote = nil
        let hasSite = router.stack.contains { if case .site = $0 { true } else { false } }
        if !hasSite { siteSheet = nil }
    }

    /// Opens the selected vehicle as soon as its ID is known.
    mutating func openSelection() {
        opensSelection = true
        openSelectionIfRequested()
    }

    private mutating func openSelectionIfRequested() {
        guard opensSelection, let id = list.selectedID else { return }
        opensSelection = false
        go(to: .vehicle(id))
    }

    private mutating func openSite(steps: Int) {
        if let id = siteSheet?.id { siteList.select(id: id) }
        if siteList.step(steps), let site = siteList.selectedSite { go(to: .site(site.id)) }
    }

    /// Opens a vehicle that was selected on the map.
    private mutating func open(_ found: FoundVehicle?) {
        guard let id = found?.detail.vehicle.id else {
            return showNotice("this vehicle is missing from the feed", isFailure: true)
        }
        go(to: .vehicle(id))
        show(found, requestedID: id)
    }

    /// Opens the vehicle of a note.
    private mutating func open(_ found: FoundVehicle?, stableID: String) {
        guard found != nil else {
            return showNotice("\(stableID) is missing from the feed", isFailure: true)
        }
        open(found)
    }

    /// Replaces the ID of the open vehicle by the one in the feed.
    mutating func correctRoute(_ id: String) {
        if case .vehicle = router.current { router.go(to: .vehicle(id)) }
    }

    /// Screen that the help explains.
    private var helpSubject: Route { router.stack.last { $0 != .help } ?? .list }

    /// Whether the front screen shows the site feed, and so its state and its failures.
    var showsSites: Bool { siteFeed.isAlone || helpSubject.showsSites }
}
