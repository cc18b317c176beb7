public import FleetCore

/// Notes of a source, with the result of a search.
public struct NoteList: Equatable, Sendable {
    /// All notes, newest first.
    public var summaries: [NoteSummary]
    /// Numbers of the notes that match the search; nil without a search.
    public var matching: Set<Int64>?

    /// Creates a list.
    public init(summaries: [NoteSummary], matching: Set<Int64>? = nil) {
        (self.summaries, self.matching) = (summaries, matching)
    }
}

/// Vehicle that a note is written about.
public enum NoteSubject: Equatable, Sendable {
    /// Vehicle with this ID in the feed.
    case vehicle(id: String)
    /// Vehicle with this stable ID.
    case stableID(String)

    /// ID in the feed or stable ID.
    var id: String {
        switch self {
        case .vehicle(let id), .stableID(let id): id
        }
    }
}

/// Note that is being written.
struct NoteDraft: Equatable, Sendable {
    /// Maximum number of characters of a one-line note.
    static let limit = 1000

    let subject: NoteSubject
    var field = TextField(nil, limit: NoteDraft.limit)
}
