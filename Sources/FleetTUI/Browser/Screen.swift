import FleetCore

/// Screen of the browser, with its keys and its drawing.
protocol Screen: Sendable {
    /// Name in the title of the help.
    static var title: String { get }
    /// Keys of the screen, for the footer and the help: those that `handle` uses, and those of the
    /// list of vehicles.
    static var hints: [KeyHint] { get }
    /// Search that is being typed in the last row of the terminal.
    var searchField: TextField? { get }

    /// Adapts to the available area.
    mutating func resize(_ context: ScreenContext)
    /// Handles a key and returns the actions for the browser; `nil` if the key has no effect here,
    /// so that a common key may apply.
    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]?
    /// Draws the screen in its area of the layout.
    func render(_ context: ScreenContext, into canvas: inout Canvas)
}

extension Screen {
    var searchField: TextField? { nil }

    mutating func resize(_ context: ScreenContext) {}
}

/// Action of a key that the browser performs for a screen.
enum Action: Equatable, Sendable {
    /// Carry out an effect outside of the browser.
    case perform(Effect)
    /// Go to a screen.
    case go(Route)
    /// Leave the screen.
    case close
    /// Show a message for a few seconds.
    case notice(String, isFailure: Bool = false)
    /// Restart the subscription.
    case refresh
    /// Change the filter or the order of the list and the map.
    case query(VehicleQuery)
    /// Open the vehicle this many rows after the selected one of the list.
    case openVehicle(steps: Int)
    /// Open the site this many rows after the open one in the list of sites.
    case openSite(steps: Int)
    /// Show the note with this number on the notes screen.
    case openNote(Int64)
    /// Read the notes again, because their search has changed.
    case readNotes
    /// Show a location on the map.
    case showOnMap(MapTarget)
    /// Start to write a note.
    case writeNote(NoteSubject)
    /// Run a command.
    case command(BrowserCommand.Name)
    /// Remove the marks.
    case clearMarks
    /// Show columns of the list.
    case columns([BrowserColumn])
    /// Say that a key has no effect.
    case unused(Key)
    /// Start to edit a note.
    case editNote(Note)
}

/// Data that screens share, for drawing and for handling keys.
struct ScreenContext: Sendable {
    let setup: BrowserSetup
    let layout: BrowserLayout
    let clock: BrowserClock
    /// Filter and order of the list and the map.
    let query: VehicleQuery
    /// Description of the snapshot; `nil` until there is one.
    let info: SnapshotInfo?
    let list: VehicleListModel
    /// Marked vehicles of the list.
    let marks: Marks
    let siteFeed: SiteFeed
    /// Whether images are laid over the screen.
    let showsPictures: Bool

    /// Style of details and times.
    var style: TableStyle {
        let (now, localTime, short) = (clock.shown, setup.localTime, setup.clock)
        return TableStyle(
            width: nil, isColored: false, now: now, localTime: localTime,
            clock: { short?($0, now) ?? localTime($0) })
    }

    /// Returns the action that changes the filter or the order.
    func changeQuery(_ change: (inout VehicleQuery) -> Void) -> Action {
        var query = query
        change(&query)
        return .query(query)
    }
}

/// Areas of the terminal.
struct BrowserLayout: Equatable, Sendable {
    /// Source, counts and state.
    let header: Rect
    /// Failure banner.
    let banner: Rect
    /// List or map.
    var body: Rect
    /// Key hints and notices.
    let footer: Rect

    /// Area for sheets: everything but the last row.
    var sheet: Rect {
        Rect(
            column: 0, row: 0, columns: header.columns,
            rows: header.rows + banner.rows + body.rows)
    }

    /// Area for the details of a vehicle or site: the right part of a wide screen, so that the list
    /// stays visible.
    var details: Rect {
        guard body.columns >= 110 else { return body }
        let columns = min(max(body.columns / 2, 70), 84)
        return Rect(
            column: body.endColumn - columns, row: body.row, columns: columns, rows: body.rows)
    }

    /// Divides a terminal into areas.
    init(_ size: CanvasSize, bannerRows: Int) {
        let screen = Rect(size)
        let head = size.rows >= 8 ? 2 : min(1, size.rows)
        let foot = size.rows > head ? 1 : 0
        let middle = screen.dropping(top: head).dropping(bottom: foot)
        let bannerRows = min(bannerRows, middle.rows)
        header = Rect(column: 0, row: 0, columns: size.columns, rows: head)
        banner = Rect(
            column: 0, row: middle.row, columns: size.columns, rows: bannerRows)
        body = middle.dropping(top: bannerRows)
        footer = Rect(column: 0, row: size.rows - foot, columns: size.columns, rows: foot)
    }
}

/// Keys and their action.
struct KeyHint: Equatable, Sendable {
    /// Keys, as labeled on the keyboard, separated by spaces.
    let keys: String
    /// Action of the keys, in a few words.
    let action: String
    /// Short label for the footer; `nil` to list it only in the help.
    let short: String?

    init(_ keys: String, _ action: String, short: String? = nil) {
        (self.keys, self.action, self.short) = (keys, action, short)
    }

    /// First of the keys.
    var firstKey: String { String(keys.prefix { $0 != " " }) }

    /// Returns whether another hint explains one of the same keys.
    func shares(_ other: KeyHint) -> Bool {
        !Set(keys.split(separator: " ")).isDisjoint(with: other.keys.split(separator: " "))
    }

    /// Width in the footer in columns, including the gap after it.
    var footerWidth: Int {
        DisplayWidth.of(firstKey) + 1 + DisplayWidth.of(short ?? "") + 2
    }
}
