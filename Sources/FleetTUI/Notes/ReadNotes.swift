public import FleetCore

/// The notes of a source, as they were read.
public struct ReadNotes: Equatable, Sendable {
    /// All of them, the newest first.
    public var heads: [NoteHead]
    /// The numbers of those that were searched for; `nil` if nothing was.
    public var matching: Set<Int64>?

    /// Creates notes.
    public init(heads: [NoteHead], matching: Set<Int64>? = nil) {
        (self.heads, self.matching) = (heads, matching)
    }
}

/// What a note is to be written about.
public enum NoteSubject: Equatable, Sendable {
    /// The vehicle that has this code in the feed.
    case vehicle(id: String)
    /// The vehicle of which something is kept by this code.
    case code(String)

    /// The code, whichever it is.
    var text: String {
        switch self {
        case .vehicle(let code), .code(let code): code
        }
    }
}

/// A note that is being written.
struct NoteEntry: Equatable, Sendable {
    /// What a line of the screen's last row can take.
    static let limit = 1000

    let subject: NoteSubject
    var field = SearchField(nil, limit: NoteEntry.limit)
}
