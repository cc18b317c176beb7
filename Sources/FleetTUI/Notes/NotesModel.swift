import FleetCore

/// The notes of the source, for the screen of notes and for the map; of their texts only the one that
/// is open is at hand.
struct NotesModel: Sendable {
    /// What is known of the notes.
    enum State: Equatable {
        case unread, read
        /// The source has no name to keep notes by.
        case unkept
    }

    /// The note that is open: what its head said when its text was asked for, and the text.
    struct Open: Equatable, Sendable {
        let number: Int64
        let editedAt: Timestamp?
        var note: Note?
    }

    private(set) var state = State.unread
    /// All notes, the newest first.
    private(set) var heads: [NoteHead] = []
    /// Those that were searched for.
    private(set) var shown: [NoteHead] = []
    private(set) var open: Open?
    /// What is searched for in them.
    private(set) var search: String?
    private var generation = 0
    private var isPending = false
    /// Whether what is at hand may be outdated.
    private var isOutdated = true

    /// Takes note that the notes may have changed.
    mutating func expire() { isOutdated = true }

    /// Narrows what is shown.
    mutating func search(_ text: String?) {
        guard text != search else { return }
        search = text
        if text == nil { shown = heads }
        isOutdated = true
    }

    /// What is to be read, if anything is; at most one request is under way.
    mutating func request() -> Effect? {
        guard isOutdated, !isPending else { return nil }
        (isOutdated, isPending) = (false, true)
        generation += 1
        return .notes(search: search, generation: generation)
    }

    /// Takes notes that were read, `nil` if none can be kept; tells whether they were awaited.
    mutating func take(_ notes: ReadNotes?, _ generation: Int) -> Bool {
        guard isPending, generation == self.generation else { return false }
        isPending = false
        state = notes == nil ? .unkept : .read
        heads = notes?.heads ?? []
        shown =
            notes?.matching.map { wanted in heads.filter { wanted.contains($0.number) } } ?? heads
        return true
    }

    /// What was asked for does not come.
    mutating func forgetRequest() {
        (isPending, isOutdated, open) = (false, true, nil)
    }

    /// Opens a note; returns what is to be read for that.
    mutating func open(_ head: NoteHead?) -> Effect? {
        guard let head else {
            open = nil
            return nil
        }
        guard open?.number != head.number || open?.editedAt != head.editedAt else { return nil }
        // An edited note shows its old text until the new one is there.
        let old = open?.number == head.number ? open?.note : nil
        open = Open(number: head.number, editedAt: head.editedAt, note: old)
        return .noteText(number: head.number)
    }

    /// Takes the text of a note, if it is still the open one.
    mutating func take(_ note: Note?, number: Int64) {
        if open?.number == number { open?.note = note }
    }
}
