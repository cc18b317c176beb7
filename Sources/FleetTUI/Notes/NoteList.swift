public import FleetCore

/// Notes of a source, with the result of a search.
public struct NoteList: Equatable, Sendable {
    /// All notes, newest first.
    public var summaries: [NoteSummary]
    /// Numbers of the notes that match the search; `nil` without a search.
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

extension Note {
    /// Returns the text, then the photos, in rows of at most `columns` columns, broken at spaces if
    /// possible.
    func rows(columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        let photos = photos.map { "photo \($0.number): " + ShortText.description(of: $0) }
        return (lines.map(String.init) + photos)
            .flatMap { Self.rows(TerminalText.drawable($0), columns) }
    }

    private static func rows(_ line: String, _ columns: Int) -> [String] {
        var (rows, row, width) = ([String](), "", 0)
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let wide = DisplayWidth.of(String(word))
            if !row.isEmpty, width + 1 + wide > columns {
                rows.append(row)
                (row, width) = ("", 0)
            } else if !row.isEmpty {
                row += " "
                width += 1
            }
            for character in word {
                let wide = DisplayWidth.of(character)
                if width + wide > columns, !row.isEmpty {
                    rows.append(row)
                    (row, width) = ("", 0)
                }
                row.append(character)
                width += wide
            }
        }
        return rows + [row]
    }
}
