import FleetCore
import FleetService

/// State of the browser of a source: it takes events, returns effects and draws itself on a canvas.
///
/// It is a value without a clock, files or a terminal, so a test can drive it as a person does.
public struct Browser: Sendable {
    let setup: BrowserSetup
    var size: CanvasSize
    var clock: BrowserClock
    /// Latest reported state of the service.
    var update: StateUpdate?
    /// Filter of the list and the map, and order of the list.
    var query: VehicleQuery
    var router: Router
    var listModel = VehicleListModel()
    var list: VehicleListScreen
    var map = MapScreen()
    /// Vehicle that is selected on the map.
    var preview: VehiclePreview?
    var filterSheet: FilterSheet?
    var vehicleSheet: VehicleSheet?
    /// Site feed of the source; its screens follow.
    var siteFeed = SiteFeed()
    var siteList = SiteListScreen()
    var siteSheet: SiteSheet?
    var help: HelpScreen?
    var notes = NotesModel()
    var notesScreen = NotesScreen()
    var events = EventLog()
    var eventsScreen = EventsScreen()
    /// Note that is being written.
    var noteDraft: NoteDraft?
    var notice: Notice?
    var listRequest = Request()
    var mapRequest = Request()
    /// Whether the selected vehicle of the list opens as soon as its ID is known.
    var opensSelection = false
    /// Time of a refresh request that no state has followed yet.
    var refreshRequestedAt: Timestamp?
    var effects: [Effect] = []

    /// Request for the content of a screen: at most one is pending, and late results are dropped.
    struct Request: Equatable, Sendable {
        /// Number of the last request.
        var generation = 0
        var isPending = false
        /// Whether its result is already outdated.
        var isOutdated = false
        /// Revision of the requested snapshot.
        var revision: Int64?
        /// Selected vehicle at the time of the request.
        var selectedID: String?
        /// Index to select if that vehicle is not in the list.
        var near = 0
        /// Whether it repeats a request because the selection changed meanwhile.
        var isRetry = false
        /// Whether any request has been answered.
        var hasResult = false
    }

    /// Vehicle on the map by its row in the store; `vehicle` is nil until it is read.
    struct VehiclePreview: Equatable, Sendable {
        let row: Int64
        var vehicle: Vehicle?
    }

    /// Creates a browser without a snapshot.
    public init(_ setup: BrowserSetup, size: CanvasSize, clock: BrowserClock) {
        self.setup = setup
        self.size = size
        self.clock = clock
        query = setup.query
        list = VehicleListScreen(hasOrigin: setup.origin != nil)
        router = Router()
        if case .vehicle(let id) = setup.route { list.select(id: id) }
        if setup.route != .list { go(to: setup.route) }
        // The first snapshot requests the content of the first screen.
        effects = []
        fit()
    }

    /// Size of the screen.
    public var canvasSize: CanvasSize { size }

    /// Handles an event and returns the effects to carry out.
    public mutating func handle(_ event: BrowserEvent) -> [Effect] {
        switch event {
        case .key(let key): handle(key)
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
        case .noteText(let number, let note): notes.apply(note, number: number)
        case .notesChanged: reloadNotes()
        case .foundByStableID(let id, let found): open(found, stableID: id)
        case .compared(let update): apply(update)
        case .found(let id, let found): show(found, requestedID: id)
        case .foundAtRow(let found): open(found)
        case .preview(let row, let vehicle): if preview?.row == row { preview?.vehicle = vehicle }
        case .pictures(let id, let pictures): vehicleSheet?.show(pictures, of: id)
        case .points(let generation, let points, let withoutPosition):
            show(points, withoutPosition: withoutPosition, generation: generation)
        case .sitesState(let update): handleSites(update)
        case .sites(let generation, let sortedSites): handle(sortedSites, generation: generation)
        case .site(let found): show(found)
        case .notice(let text, let isFailure): showNotice(text, isFailure: isFailure)
        }
        fit()
        readMissingVehicles()
        previewSelection()
        readSelectedNote()
        subscribeToSitesIfShown()
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
        let style = detailStyle
        vehicleSheet?.tick(style: style, sites: siteFeed.sortedSites)
        if let notice, notice.expiresAt <= clock.machine { self.notice = nil }
    }

    /// Resizes every screen to the layout.
    private mutating func fit() {
        let layout = layout
        list.resize(listBody.rows, listModel)
        map.resize(layout.body.size)
        vehicleSheet?.resize(VehicleSheet.part(of: layout.body))
        notesScreen.resize(layout.body, notes.shown)
        siteList.resize(siteListBody.rows)
        siteSheet?.resize(SiteSheet.part(of: layout.body))
        eventsScreen.resize(layout.body, events.shown)
    }

    private mutating func readMissingVehicles() {
        guard !listRequest.isPending, let range = listModel.missingRange(for: list.visible) else {
            return
        }
        effects.append(.read(range, generation: listModel.generation))
    }
}
