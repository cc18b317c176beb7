import FleetCore

extension Browser {
    /// Has the notes be read if they are seen and may be outdated.
    mutating func readNotesIfShown() {
        let isShown = router.ground == .map || router.stack.contains(.notes)
        guard isShown, update != nil, let effect = notes.request() else { return }
        effects.append(effect)
    }

    /// Takes note that notes were written or removed.
    mutating func readNotesAnew() {
        notes.expire()
        readNotesIfShown()
        if let vehicleSheet { effects.append(.find(id: vehicleSheet.id)) }
    }

    /// Takes notes that were read.
    mutating func show(_ read: ReadNotes?, _ generation: Int) {
        guard notes.take(read, generation) else { return }
        notesScreen.follow(notes.shown)
        map.show(notes.heads)
        readNotesIfShown()
    }

    /// Asks for the text of the note that is chosen on the screen of notes.
    mutating func readChosenNote() {
        guard router.current == .notes else { return }
        if let effect = notes.open(notesScreen.chosen(notes.shown)) { effects.append(effect) }
    }

    /// Opens the vehicle of a note.
    mutating func open(_ found: FoundVehicle?, code: String) {
        guard found != nil else {
            return tell("\(code) is away: it is not in the feed now", isFailure: true)
        }
        open(found)
    }
}

extension Browser {
    /// Types into the note that is being written, if one is; tells whether the key is used up.
    mutating func typeNote(_ key: Key) -> Bool {
        guard var entry = noteEntry else { return false }
        switch key {
        case .escape: noteEntry = nil
        case .enter:
            noteEntry = nil
            guard let text = Note.kept(entry.field.text) else {
                tell("nothing was typed, so no note was written")
                return true
            }
            effects.append(.addNote(text: text, entry.subject))
        case .mouse: break
        default:
            _ = entry.field.type(key)
            noteEntry = entry
        }
        return true
    }

    mutating func handleInNotes(_ key: Key) -> Bool {
        switch notesScreen.handle(key, notes, part: layout.body) {
        case .handled: break
        case .ignored: return false
        case .close: closeNotes(key)
        case .open(let note): effects.append(.chooseCode(note.vehicleID))
        case .showOnMap(let note): showOnMap(note)
        case .add(let note): noteEntry = NoteEntry(subject: .code(note.vehicleID))
        case .askRemoval(let note):
            tell("d again removes note \(note.number) about \(note.vehicleID)")
        case .remove(let note): effects.append(.removeNote(number: note.number))
        case .edit(let note):
            tell("fleet note edit \(note.number) --source \(setup.source) changes it")
        case .search(let text):
            notes.search(text)
            readNotesIfShown()
        }
        return true
    }

    /// Escape gives up the search first.
    private mutating func closeNotes(_ key: Key) {
        guard key == .escape, notes.search != nil else { return goBack() }
        notes.search(nil)
        readNotesIfShown()
    }

    private mutating func showOnMap(_ note: NoteHead) {
        guard note.position != nil else {
            return tell("it is not known where \(note.vehicleID) was when the note was written")
        }
        go(to: .map)
        map.center(onNote: note.number)
    }

    /// Shows a note that was chosen on the map.
    mutating func openNote(_ number: Int64) {
        notes.search(nil)
        go(to: .notes)
        notesScreen.choose(number, notes.shown)
    }

    /// What the note is that is chosen on the map, and how many more are at its place.
    var chosenNoteWords: String? {
        guard let mark = map.chosenMark, let number = map.chosenNote?.number,
            let note = notes.heads.first(where: { $0.number == number })
        else { return nil }
        let count = mark.numbers.count > 1 ? "\(mark.numbers.count) notes here" : nil
        return [
            count, note.vehicleID.limited, ShortText.age(of: note.createdAt, now: clock.shown),
            note.firstLine,
        ].compactMap(\.self).joined(separator: " · ")
    }
}
