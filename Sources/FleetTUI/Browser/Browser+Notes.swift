import FleetCore

extension Browser {
    /// Requests the notes if they are shown and may be outdated.
    mutating func readNotesIfShown() {
        let isShown = router.baseScreen == .map || router.stack.contains(.notes)
        guard isShown, update != nil, let effect = notes.request() else { return }
        effects.append(effect)
    }

    /// Reloads the notes after one was written or removed.
    mutating func reloadNotes() {
        notes.expire()
        readNotesIfShown()
        if let vehicleSheet { effects.append(.find(id: vehicleSheet.id)) }
    }

    /// Shows loaded notes.
    mutating func show(_ list: NoteList?, generation: Int) {
        guard notes.apply(list, generation: generation) else { return }
        notesScreen.follow(notes.shown)
        map.show(notes.summaries)
        readNotesIfShown()
    }

    /// Requests the text of the note that is selected on the notes screen.
    mutating func readSelectedNote() {
        guard router.current == .notes else { return }
        if let effect = notes.open(notesScreen.selectedNote(in: notes.shown)) {
            effects.append(effect)
        }
    }

    /// Opens the vehicle of a note.
    mutating func open(_ found: FoundVehicle?, stableID: String) {
        guard found != nil else {
            return showNotice("\(stableID) is missing from the feed", isFailure: true)
        }
        open(found)
    }
}

extension Browser {
    /// Types into the note that is being written, if any; returns whether the key was used.
    mutating func typeNote(_ key: Key) -> Bool {
        guard var draft = noteDraft else { return false }
        switch key {
        case .escape: noteDraft = nil
        case .enter:
            noteDraft = nil
            guard let text = Note.normalized(draft.field.text) else {
                showNotice("nothing typed; no note saved")
                return true
            }
            effects.append(.addNote(text: text, draft.subject))
        case .mouse: break
        default:
            _ = draft.field.type(key)
            noteDraft = draft
        }
        return true
    }

    mutating func handleInNotes(_ key: Key) -> Bool {
        switch notesScreen.handle(key, notes, part: layout.body) {
        case .handled: break
        case .ignored: return false
        case .close: closeNotes(key)
        case .open(let note): effects.append(.findByStableID(note.vehicleID))
        case .showOnMap(let note): showOnMap(note)
        case .add(let note): noteDraft = NoteDraft(subject: .stableID(note.vehicleID))
        case .confirmRemoval(let note):
            showNotice("press d again to remove note \(note.number) about \(note.vehicleID)")
        case .remove(let note): effects.append(.removeNote(number: note.number))
        case .edit(let note):
            showNotice("to edit it, run `fleet note edit \(note.number) --source \(setup.source)`")
        case .search(let text):
            notes.search(text)
            readNotesIfShown()
        }
        return true
    }

    /// Closes the notes; Escape first clears a search.
    private mutating func closeNotes(_ key: Key) {
        guard key == .escape, notes.search != nil else { return goBack() }
        notes.search(nil)
        readNotesIfShown()
    }

    private mutating func showOnMap(_ note: NoteSummary) {
        guard note.position != nil else {
            return showNotice("note \(note.number) has no location")
        }
        go(to: .map)
        map.center(onNote: note.number)
    }

    /// Shows a note that was selected on the map.
    mutating func openNote(_ number: Int64) {
        notes.search(nil)
        go(to: .notes)
        notesScreen.select(number: number, in: notes.shown)
    }

    /// Description of the note that is selected on the map, and the number of notes there.
    var selectedNoteLabel: String? {
        guard let mark = map.selectedMarker, let number = map.selectedNote?.number,
            let note = notes.summaries.first(where: { $0.number == number })
        else { return nil }
        let count = mark.numbers.count > 1 ? "\(mark.numbers.count) notes here" : nil
        return [
            count, note.vehicleID.limited, ShortText.age(of: note.createdAt, now: clock.shown),
            note.firstLine,
        ].compactMap(\.self).joined(separator: " · ")
    }
}
