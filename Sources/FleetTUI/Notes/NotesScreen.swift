import FleetCore

/// The notes as a screen: a list of them, and the text of the chosen one.
struct NotesScreen: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored, close
        /// The vehicle of the chosen note is to be opened.
        case open(NoteHead)
        /// The place of the chosen note is to be shown.
        case showOnMap(NoteHead)
        /// A note about the same vehicle is to be written.
        case add(NoteHead)
        /// The note would be removed by the same key again.
        case askRemoval(NoteHead)
        case remove(NoteHead)
        /// How the note is changed is to be told.
        case edit(NoteHead)
        /// The search changed.
        case search(String?)
    }

    /// Which note is chosen, and which are in sight.
    private var place = ListPlace()
    private var selectedNumber: Int64?
    /// The first row of the chosen text that is in sight.
    private(set) var textTop = 0
    /// The search that is being typed.
    private(set) var search: SearchField?
    /// The note that the same key removes.
    private var removing: Int64?

    /// The place of the chosen note.
    var selected: Int { place.selected }

    /// The place at the top of the screen.
    var top: Int { place.top }

    /// The chosen note.
    func chosen(_ notes: [NoteHead]) -> NoteHead? {
        notes.indices.contains(selected) ? notes[selected] : nil
    }

    /// Chooses a note by its number, as soon as it is there.
    mutating func choose(_ number: Int64, _ notes: [NoteHead]) {
        selectedNumber = number
        follow(notes)
    }

    /// Takes notes that were read anew: the chosen one stays chosen.
    mutating func follow(_ notes: [NoteHead]) {
        if let selectedNumber, chosen(notes)?.number != selectedNumber,
            let found = notes.firstIndex(where: { $0.number == selectedNumber })
        {
            place.select(found, of: notes.count)
        }
        stayInside(notes)
    }

    /// Takes the room that there is.
    mutating func resize(_ part: Rect, _ notes: [NoteHead]) {
        place.resize(NotesLayout(part).list.rows, of: notes.count)
        stayInside(notes)
    }

    private mutating func stayInside(_ notes: [NoteHead]) {
        place.stayInside(notes.count)
        guard let number = chosen(notes)?.number, number != selectedNumber else { return }
        (selectedNumber, textTop) = (number, 0)
    }

    private mutating func select(_ target: Int, _ notes: [NoteHead]) {
        place.select(target, of: notes.count)
        (selectedNumber, textTop) = (nil, 0)
        stayInside(notes)
    }
}

extension NotesScreen {
    /// Handles a key.
    mutating func handle(_ key: Key, _ model: NotesModel, part: Rect) -> Outcome {
        if search != nil, let outcome = typeSearch(key) { return outcome }
        let armed = removing
        removing = nil
        if case .mouse(let mouse) = key { return handle(mouse, model.shown, part: part) }
        if let outcome = act(key, chosen(model.shown), armed) { return outcome }
        if scroll(key, model, NotesLayout(part).text) { return .handled }
        return move(key, model.shown) ? .handled : .ignored
    }

    /// What is done with the chosen note, or with the screen.
    private mutating func act(_ key: Key, _ head: NoteHead?, _ armed: Int64?) -> Outcome? {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .character("/"):
            search = SearchField(nil)
            return .search(nil)
        case .enter: return head.map(Outcome.open) ?? .handled
        case .character("m"): return head.map(Outcome.showOnMap)
        case .character("a"): return head.map(Outcome.add) ?? .handled
        case .character("E"): return head.map(Outcome.edit) ?? .handled
        case .character("d"), .delete:
            guard let head else { return .handled }
            guard armed == head.number else {
                removing = head.number
                return .askRemoval(head)
            }
            return .remove(head)
        default: return nil
        }
    }

    /// Moves the text of the chosen note.
    private mutating func scroll(_ key: Key, _ model: NotesModel, _ part: Rect) -> Bool {
        let step: Int
        switch key {
        case .character("J"): step = 1
        case .character("K"): step = -1
        default: return false
        }
        let rows = model.open?.note?.rows(of: part.columns).count ?? 0
        textTop = max(0, min(textTop + step, rows - part.dropping(top: 1).rows))
        return true
    }

    private mutating func move(_ key: Key, _ notes: [NoteHead]) -> Bool {
        guard let target = place.target(of: key, count: notes.count) else { return false }
        select(target, notes)
        return true
    }

    private mutating func handle(_ mouse: Mouse, _ notes: [NoteHead], part: Rect) -> Outcome {
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

    /// Types into the search; `nil` leaves the key to the list.
    private mutating func typeSearch(_ key: Key) -> Outcome? {
        switch SearchField.handle(key, &search) {
        case .unchanged: .handled
        case .changed(let text): .search(text.flatMap { $0.isEmpty ? nil : $0 })
        case nil: nil
        }
    }

    /// What its keys do.
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("a", "write a note about the same vehicle", short: "add"),
        KeyHint("d d", "remove the note", short: "remove"),
        KeyHint("/", "search in texts and codes", short: "search"),
        KeyHint("m", "show it on the map"),
        KeyHint("E", "how to change it"),
        KeyHint("J K", "scroll the text"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("esc", "close", short: "close"),
    ]
}
