import FleetCore
import FleetService

/// Browser without a screen, for screen readers: it takes commands of one letter each, and returns
/// lines to print.
///
/// It drives a ``Browser``, which filters, reads and refreshes; only the keys and the output
/// differ.
public struct PlainBrowser: Sendable {
    /// Output that waits for the result of a read or a write.
    enum Answer: Equatable {
        case list, vehicle, sites, site, notes
        case note(Int64)
        /// Any message.
        case notice
    }

    /// Object that a printed number selects.
    enum Item: Equatable {
        case vehicle(String)
        case site(String)
        case note(Int64)
        case choice(FilterChoice.Criterion)
    }

    /// Number of lines of a page.
    static let pageRows = 10
    /// Maximum number of events that are printed at once.
    static let maxEvents = 10

    var browser: Browser
    /// Lines to print, safe for a terminal.
    private var lines: [String] = []
    var answer: Answer?
    /// Objects of the last printed numbers.
    var items: [Int: Item] = [:]
    /// Index of the first line of the current page.
    var pageStart = 0
    /// Search in the sites; `nil` without one.
    var siteSearch: String?
    /// Whether pages are those of the sites.
    var showsSites = false
    private var lastNotice: Notice?
    private var lastFailure: String?
    /// Number of the last printed event.
    private var lastEvent = 0
    /// The printed values of the open vehicle; `nil` if none is open.
    var shownVehicle: ShownVehicle?

    /// Creates a browser without a snapshot.
    public init(_ setup: BrowserSetup, clock: BrowserClock) {
        var setup = setup
        let route = setup.route
        (setup.route, setup.pictures) = (.list, .none)
        browser = Browser(setup, size: CanvasSize(columns: 80, rows: 24), clock: clock)
        say(Self.introduction)
        open(route)
    }

    /// Whether the output of the last command is incomplete.
    public var isWaiting: Bool { answer != nil }

    /// Removes and returns the lines to print.
    public mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// Handles an event and returns the effects to carry out.
    public mutating func handle(_ event: BrowserEvent) -> [Effect] {
        let effects = browser.handle(event)
        if browser.siteFeed.isAlone, !showsSites { showSites() }
        if case .readFailed = event { answer = nil }
        reportState(event)
        reportNotice()
        reportEvents()
        reportVehicle()
        guard let answer, isReady(answer) else { return effects }
        self.answer = nil
        print(answer)
        return effects
    }

    /// Carries out a command and returns the effects to carry out.
    public mutating func enter(_ command: String) -> [Effect] {
        if perform(command) == .quit { return [.terminal(.quit)] }
        return handle(.tick(browser.clock))
    }

    /// Adds lines to the output.
    mutating func say(_ new: [String]) {
        lines += new.map { TerminalText.escaped($0) }
    }

    mutating func say(_ line: String) { say([line]) }

    /// Opens the first screen.
    private mutating func open(_ route: Route) {
        switch route {
        case .list, .events: answer = .list
        case .map:
            say("For the map in words, quit and run: fleet map --plain")
            answer = .list
        case .filter, .columns, .help:
            say("Type f for the filter and ? for the keys.")
            answer = .list
        case .vehicle(let id): openVehicle(id)
        case .notes: showNotes()
        case .sites: showSites()
        case .site(let id): openSite(id)
        }
    }
}

// MARK: - Changes

extension PlainBrowser {
    /// Prints a new failure, or that the feed can be read again.
    private mutating func reportState(_ event: BrowserEvent) {
        switch event {
        case .state, .sitesState: break
        default: return
        }
        let update = browser.showsSites ? browser.siteFeed.update : browser.update
        guard let update else { return }
        guard let banner = FailureBanner(update, now: browser.clock.machine) else {
            guard case .live = update.state, lastFailure != nil else { return }
            lastFailure = nil
            return say("The feed can be read again.")
        }
        let failure = "\(banner.title): \(banner.cause)"
        let isAwaited = answer == .notice || update.state.info == nil
        if failure != lastFailure || answer != nil && isAwaited {
            say(["\(failure)", "Hint: \(banner.hint)", "Now: \(banner.next)"])
        }
        lastFailure = failure
        if isAwaited { answer = nil }
    }

    private mutating func reportNotice() {
        guard browser.notice != lastNotice else { return }
        lastNotice = browser.notice
        guard let notice = browser.notice else { return }
        say(notice.text.limited)
        if answer == .notice { answer = nil }
    }

    /// Prints the events of a new snapshot.
    private mutating func reportEvents() {
        let log = browser.eventsScreen.lines
        let newest = log.first?.number ?? 0
        // Another filter starts another log.
        if newest < lastEvent { lastEvent = 0 }
        let new = log.prefix { $0.number > lastEvent }
        lastEvent = newest
        let style = browser.context.style
        say(new.prefix(Self.maxEvents).reversed().map { $0.entry.text(style) })
        let rest = new.count - Self.maxEvents
        if rest > 0 { say("and \(ShortText.count(rest, "more event")); e lists events") }
    }
}
