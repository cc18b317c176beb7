import FleetCore

/// Command of the browser, with its name in the command line, its key and its help.
///
/// The keys of the list, the command line, its completion and the help are made of ``all``.
struct BrowserCommand: Sendable {
    enum Name: String, CaseIterable, Sendable {
        case open, search, filter, sort, reverse, mark, range, favorite, note, task, labels, print,
            export, link, undo, favorites, clear, columns, color, state, type, goto, map, notes,
            sites, events, refresh, help, quit
    }

    let name: Name
    /// Key that runs it without an argument; `nil` if only the command line has it.
    let key: Key?
    /// Argument in the help; `nil` if it takes none.
    let argument: String?
    let help: String
    /// Label in the footer; `nil` to list it only in the help.
    let short: String?
    /// Label in the footer while vehicles are marked.
    let markedShort: String?

    private init(
        _ name: Name, _ letter: Character? = nil, key: Key? = nil, argument: String? = nil,
        help: String, short: String? = nil, markedShort: String? = nil
    ) {
        (self.name, self.key, self.argument) = (name, key ?? letter.map(Key.character), argument)
        (self.help, self.short, self.markedShort) = (help, short, markedShort)
    }

    /// All commands, in the order of the help; first those of the list, then those of all screens.
    static let all = ofList + ofEveryScreen

    static let ofList: [BrowserCommand] = [
        Self(.open, key: .enter, help: "open the vehicle", short: "open"),
        Self(
            .search, "/", argument: "TEXT", help: "search as you type", short: "search"),
        Self(
            .filter, "f", help: "filter by color, type, state, battery",
            short: "filter"),
        Self(
            .sort, "s", argument: "COLUMN",
            help: "sort by the next column (or a click)", short: "sort"),
        Self(.reverse, "R", help: "reverse the order"),
        Self(
            .mark, " ", help: "mark or unmark, and move down", short: "mark",
            markedShort: "mark"),
        Self(.range, "V", help: "mark a range; V or esc ends it"),
        Self(.favorite, "*", help: "toggle favorite", markedShort: "favorite"),
        Self(.note, "a", argument: "TEXT", help: "add a note", markedShort: "note"),
        Self(.task, "T", argument: "TEXT", help: "add a task", markedShort: "task"),
        Self(
            .labels, "p", argument: "FILE", help: "write labels: .pdf or folder/",
            markedShort: "labels"),
        Self(.print, argument: "PRINTER", help: "print labels"),
        Self(
            .export, "w", argument: "FILE",
            help: "export: .csv .json .ndjson .geojson .xlsx", markedShort: "export"),
        Self(.link, "o", help: "open the link of the vehicle"),
        Self(.undo, "u", help: "undo the last favorites or notes"),
        Self(.favorites, "F", help: "show only favorites, or all"),
        Self(.clear, "c", help: "clear filter and search"),
        Self(.columns, "C", argument: "COLUMN,…", help: "choose the columns"),
        Self(.color, argument: "COLOR,…", help: "only these colors; all shows every color"),
        Self(.state, argument: "STATE,…", help: "only these states; all shows every state"),
        Self(.type, argument: "TYPE,…", help: "only these types; all shows every type"),
        Self(.goto, argument: "ID", help: "open the vehicle with this ID"),
    ]

    static let ofEveryScreen: [BrowserCommand] = [
        Self(
            .refresh, "r", help: "refresh: restart the subscription", short: "refresh"),
        Self(.map, "m", help: "open or close the map", short: "map"),
        Self(.notes, "n", help: "open the notes", short: "notes"),
        Self(
            .sites, "S", help: "open or close the sites and their sensors",
            short: "sites"),
        Self(.events, "e", help: "show events since the start", short: "events"),
        Self(.help, "?", help: "show these keys", short: "help"),
        Self(.quit, help: "quit from any screen"),
    ]

    /// Returns the command of a name.
    static func named(_ name: Name) -> BrowserCommand? { all.first { $0.name == name } }

    /// Returns the name of the command that a key runs.
    static func name(of key: Key) -> Name? { all.first { $0.key == key }?.name }

    /// Returns the hint for its key; `nil` without one.
    var hint: KeyHint? {
        key.map { KeyHint($0.label, help, short: short) }
    }

    /// Hint for the command line: the name and the argument.
    var lineHint: KeyHint {
        KeyHint(
            ([":" + name.rawValue] + (argument.map { [$0] } ?? [])).joined(separator: " "), help)
    }

    /// Keys that act on the marked vehicles, for the footer.
    static let markedHints: [KeyHint] =
        all.compactMap { command in
            guard let key = command.key, let short = command.markedShort else { return nil }
            return KeyHint(key.label, command.help, short: short)
        } + [KeyHint("esc", "clear the marks", short: "clear")]
}

extension Key {
    /// Name on the keyboard.
    var label: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "ctrl-" + letter.uppercased()
        case .enter: "↵"
        case .escape: "esc"
        case .tab: "Tab"
        case .backTab: "shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .shiftUp: "shift-↑"
        case .shiftDown: "shift-↓"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .function(let number): "F\(number)"
        case .mouse: "the mouse"
        case .paste: "a paste"
        }
    }
}
