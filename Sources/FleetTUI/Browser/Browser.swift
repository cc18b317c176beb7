import FleetCore
import FleetService

/// The browser of a source: what happens goes in as events, what is to be done comes out as effects,
/// and what a person sees is drawn on a canvas.
///
/// It is a value without clock, files or terminal, so that a test can drive it like a person does.
public struct Browser: Sendable {
    let setup: BrowserSetup
    var size: CanvasSize
    var clock: BrowserClock
    /// The service's state, as it was told last.
    var update: StateUpdate?
    /// What the list and the map are narrowed to, and the order of the list.
    var query: VehicleQuery
    var router: Router
    var catalog = Catalog()
    var list: VehicleListScreen
    var map = MapScreen()
    /// What is known of the vehicle that is chosen on the map.
    var peek: Peek?
    var filterSheet: FilterSheet?
    var vehicleSheet: VehicleSheet?
    /// The other feed of the source, and its screens.
    var sites = SiteFeed()
    var siteList = SiteListScreen()
    var siteSheet: SiteSheet?
    var help: HelpScreen?
    var notes = NotesModel()
    var notesScreen = NotesScreen()
    var events = EventLog()
    var eventsScreen = EventsScreen()
    /// The note that is being written.
    var noteEntry: NoteEntry?
    var notice: Notice?
    var listRequest = Request()
    var mapRequest = Request()
    /// Whether the next vehicle of the list is to be opened once its code is known.
    var opensSelection = false
    /// When a refresh was asked for that no state has answered yet.
    var refreshAskedAt: Timestamp?
    var effects: [Effect] = []

    /// A request for what a screen shows: at most one is under way, and late answers are dropped.
    struct Request: Equatable, Sendable {
        /// The number of the last one.
        var generation = 0
        /// Whether it is under way.
        var isPending = false
        /// Whether what it brings is already outdated.
        var isOutdated = false
        /// The snapshot that it was for.
        var revision: Int64?
        /// What was chosen when it was made.
        var keeping: String?
        /// Where to go if what was chosen is not there.
        var near = 0
        /// Whether it was made since something else was chosen than its predecessor looked for.
        var isRepeated = false
        /// Whether one was answered.
        var isAnswered = false
    }

    /// A vehicle of the map, and what is known of it.
    struct Peek: Equatable, Sendable {
        let row: Int64
        var vehicle: Vehicle?
    }

    /// Creates a browser that has seen nothing yet.
    public init(_ setup: BrowserSetup, size: CanvasSize, clock: BrowserClock) {
        self.setup = setup
        self.size = size
        self.clock = clock
        query = setup.query
        list = VehicleListScreen(hasPlace: setup.place != nil)
        router = Router()
        if case .vehicle(let id) = setup.route { list.choose(id) }
        if setup.route != .list { go(to: setup.route) }
        // What the first screen wants is asked for with the first snapshot.
        effects = []
        fit()
    }

    /// How large its screen is.
    public var canvasSize: CanvasSize { size }

    /// Takes note of what happened; returns what is to be done.
    public mutating func handle(_ event: BrowserEvent) -> [Effect] {
        switch event {
        case .key(let key): handle(key)
        case .resized(let size): self.size = size
        case .tick(let clock): tick(clock)
        case .state(let update): handle(update)
        case .listed(let listed): handle(listed)
        case .window(let generation, let start, let vehicles):
            catalog.add(vehicles, from: start, generation: generation)
            list.learn(from: catalog)
            openSelectionIfWanted()
        case .unread: forgetRequests()
        case .favoritesChanged: remakeList(near: list.selected)
        case .notes(let generation, let notes): show(notes, generation)
        case .noteText(let number, let note): notes.take(note, number: number)
        case .notesChanged: readNotesAnew()
        case .chosenCode(let code, let found): open(found, code: code)
        case .compared(let news): take(news)
        case .found(let id, let found): show(found, askedFor: id)
        case .chosen(let found): open(found)
        case .peeked(let row, let vehicle): if peek?.row == row { peek?.vehicle = vehicle }
        case .pictures(let id, let pictures): vehicleSheet?.show(pictures, of: id)
        case .points(let generation, let points, let withoutPosition):
            show(points, withoutPosition, generation)
        case .sitesState(let update): handleSites(update)
        case .sites(let generation, let roll): handle(roll, generation: generation)
        case .site(let found): show(found)
        case .told(let text, let isFailure): tell(text, isFailure: isFailure)
        }
        fit()
        readWhatIsMissing()
        peekAtChosen()
        readChosenNote()
        subscribeToSitesIfShown()
        defer { effects = [] }
        return effects
    }

    /// Shows a word for a while.
    mutating func tell(_ text: String, isFailure: Bool = false) {
        notice = Notice(text, isFailure: isFailure, now: clock.machine)
    }

    private mutating func tick(_ clock: BrowserClock) {
        self.clock = clock
        list.tick(at: clock.machine)
        let style = detailStyle
        vehicleSheet?.tick(style: style, sites: sites.roll)
        if let notice, notice.until <= clock.machine { self.notice = nil }
    }

    /// Gives every screen the room that there is.
    private mutating func fit() {
        let layout = layout
        list.resize(listBody.rows, catalog)
        map.resize(layout.body.size)
        vehicleSheet?.resize(VehicleSheet.part(of: layout.body))
        notesScreen.resize(layout.body, notes.shown)
        siteList.resize(siteListBody.rows)
        siteSheet?.resize(SiteSheet.part(of: layout.body))
        eventsScreen.resize(layout.body, events.shown)
    }

    private mutating func readWhatIsMissing() {
        guard !listRequest.isPending, let range = catalog.missing(list.visible) else { return }
        effects.append(.read(range, generation: catalog.generation))
    }
}
