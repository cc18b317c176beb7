import FleetCore

/// Notes of the source, for the notes screen and the map; only the text of the open note is in
/// memory.
struct NotesModel: Sendable {
    /// Loading state of the notes.
    enum State: Equatable {
        case loading, loaded
        /// The source has no name, so it cannot have notes.
        case unavailable
    }

    /// Open note: its edit time when the text was requested, and the text.
    struct Open: Equatable, Sendable {
        let number: Int64
        let editedAt: Timestamp?
        var note: Note?
    }

    private(set) var state = State.loading
    /// All notes, newest first.
    private(set) var summaries: [NoteSummary] = []
    /// Notes that match the search.
    private(set) var shown: [NoteSummary] = []
    private(set) var open: Open?
    /// Search text; `nil` if there is no search.
    private(set) var search: String?
    private var generation = 0
    private var isPending = false
    /// Whether the loaded notes may be outdated.
    private var isOutdated = true

    /// Marks the notes as outdated.
    mutating func expire() { isOutdated = true }

    /// Changes the search.
    mutating func search(_ text: String?) {
        guard text != search else { return }
        search = text
        if text == nil { shown = summaries }
        isOutdated = true
    }

    /// Returns the request for the notes, if needed; at most one is pending.
    mutating func request() -> Effect? {
        guard isOutdated, !isPending else { return nil }
        (isOutdated, isPending) = (false, true)
        generation += 1
        return .read(.notes(search: search, generation: generation))
    }

    /// Applies loaded notes, `nil` if the source cannot have any; returns whether they were
    /// pending.
    mutating func apply(_ notes: NoteList?, generation: Int) -> Bool {
        guard isPending, generation == self.generation else { return false }
        isPending = false
        state = notes == nil ? .unavailable : .loaded
        summaries = notes?.summaries ?? []
        shown =
            notes?.matching.map { numbers in summaries.filter { numbers.contains($0.number) } }
            ?? summaries
        return true
    }

    /// Forgets the pending request, which will not be answered.
    mutating func forgetRequest() {
        (isPending, isOutdated, open) = (false, true, nil)
    }

    /// Opens a note; returns the request for its text, if needed.
    mutating func open(_ note: NoteSummary?) -> Effect? {
        guard let note else {
            open = nil
            return nil
        }
        guard open?.number != note.number || open?.editedAt != note.editedAt else { return nil }
        // An edited note shows its old text until the new one is loaded.
        let old = open?.number == note.number ? open?.note : nil
        open = Open(number: note.number, editedAt: note.editedAt, note: old)
        return .read(.noteText(number: note.number))
    }

    /// Applies the text of a note if it is still the open one.
    mutating func apply(_ note: Note?, number: Int64) {
        if open?.number == number { open?.note = note }
    }
}
