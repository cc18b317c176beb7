import FleetCore

/// State of the notes screen: the list of notes, and the text of the selected one.
struct NotesScreen: Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored, close
        /// Open the vehicle of the selected note.
        case open(NoteSummary)
        /// Show the location of the selected note.
        case showOnMap(NoteSummary)
        /// Write a note about the same vehicle.
        case add(NoteSummary)
        /// Ask to press the key again to remove the note.
        case confirmRemoval(NoteSummary)
        case remove(NoteSummary)
        /// Show how to edit the note.
        case edit(NoteSummary)
        /// The search changed.
        case search(String?)
    }

    /// Selected and visible notes.
    private var cursor = ListCursor()
    private var selectedNumber: Int64?
    /// First visible row of the selected note's text.
    private(set) var textTop = 0
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Number of the note that the next `d` removes.
    private var pendingRemoval: Int64?

    /// Index of the selected note.
    var selected: Int { cursor.selected }

    /// Index of the topmost visible note.
    var top: Int { cursor.top }

    /// Returns the selected note.
    func selectedNote(in notes: [NoteSummary]) -> NoteSummary? {
        notes.indices.contains(selected) ? notes[selected] : nil
    }

    /// Selects a note by its number, as soon as it is loaded.
    mutating func select(number: Int64, in notes: [NoteSummary]) {
        selectedNumber = number
        follow(notes)
    }

    /// Follows reloaded notes: the selected one stays selected.
    mutating func follow(_ notes: [NoteSummary]) {
        if let selectedNumber, selectedNote(in: notes)?.number != selectedNumber,
            let found = notes.firstIndex(where: { $0.number == selectedNumber })
        {
            cursor.select(found, of: notes.count)
        }
        clamp(to: notes)
    }

    /// Adapts to the available area.
    mutating func resize(_ part: Rect, _ notes: [NoteSummary]) {
        cursor.resize(NotesLayout(part).list.rows, of: notes.count)
        clamp(to: notes)
    }

    private mutating func clamp(to notes: [NoteSummary]) {
        cursor.clamp(to: notes.count)
        guard let number = selectedNote(in: notes)?.number, number != selectedNumber else { return }
        (selectedNumber, textTop) = (number, 0)
    }

    private mutating func select(_ target: Int, _ notes: [NoteSummary]) {
        cursor.select(target, of: notes.count)
        (selectedNumber, textTop) = (nil, 0)
        clamp(to: notes)
    }
}

extension NotesScreen {
    /// Handles a key.
    mutating func handle(_ key: Key, _ model: NotesModel, part: Rect) -> Outcome {
        if searchField != nil, let outcome = typeSearch(key) { return outcome }
        let armed = pendingRemoval
        pendingRemoval = nil
        if case .mouse(let mouse) = key { return handle(mouse, model.shown, part: part) }
        if let outcome = act(on: selectedNote(in: model.shown), key, armed: armed) {
            return outcome
        }
        if scrollText(key, model, NotesLayout(part).text) { return .handled }
        return move(key, model.shown) ? .handled : .ignored
    }

    /// Handles a key that acts on the selected note or on the screen.
    private mutating func act(on note: NoteSummary?, _ key: Key, armed: Int64?) -> Outcome? {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .character("/"):
            searchField = TextField(nil)
            return .search(nil)
        case .enter: return note.map(Outcome.open) ?? .handled
        case .character("m"): return note.map(Outcome.showOnMap)
        case .character("a"): return note.map(Outcome.add) ?? .handled
        case .character("E"): return note.map(Outcome.edit) ?? .handled
        case .character("d"), .delete:
            guard let note else { return .handled }
            guard armed == note.number else {
                pendingRemoval = note.number
                return .confirmRemoval(note)
            }
            return .remove(note)
        default: return nil
        }
    }

    /// Scrolls the text of the selected note.
    private mutating func scrollText(_ key: Key, _ model: NotesModel, _ part: Rect) -> Bool {
        let step: Int
        switch key {
        case .character("J"): step = 1
        case .character("K"): step = -1
        default: return false
        }
        let rows = model.open?.note?.rows(columns: part.columns).count ?? 0
        textTop = max(0, min(textTop + step, rows - part.dropping(top: 1).rows))
        return true
    }

    private mutating func move(_ key: Key, _ notes: [NoteSummary]) -> Bool {
        guard let target = cursor.target(of: key, count: notes.count) else { return false }
        select(target, notes)
        return true
    }

    private mutating func handle(_ mouse: Mouse, _ notes: [NoteSummary], part: Rect) -> Outcome {
        let list = NotesLayout(part).list
        switch mouse.kind {
        case .wheelDown: select(selected + 3, notes)
        case .wheelUp: select(selected - 3, notes)
        case .press where list.contains(column: mouse.column, row: mouse.row):
            let target = top + mouse.row - list.row
            guard notes.indices.contains(target) else { return .handled }
            if target == selected { return .open(notes[target]) }
            select(target, notes)
        case .press where !part.contains(column: mouse.column, row: mouse.row): return .close
        case .press, .drag, .release: break
        }
        return .handled
    }

    /// Types into the search; returns nil if the key is meant for the list.
    private mutating func typeSearch(_ key: Key) -> Outcome? {
        switch TextField.handleSearch(key, &searchField) {
        case .unchanged: .handled
        case .changed(let text): .search(text.flatMap { $0.isEmpty ? nil : $0 })
        case nil: nil
        }
    }

    /// Key hints of the screen.
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("a", "add a note about the same vehicle", short: "add"),
        KeyHint("d d", "remove the note", short: "remove"),
        KeyHint("/", "search texts and IDs", short: "search"),
        KeyHint("m", "show it on the map"),
        KeyHint("E", "show how to edit it"),
        KeyHint("J K", "scroll the text"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("esc", "close", short: "close"),
    ]
}
