import FleetCore
import Foundation

/// Properties of the mirrored notes of a source that their rows in the store do not have.
///
/// The user's own notes have their numbers of the server. Those of others, which are counted per
/// author there, have large numbers that only this home uses.
struct NoteIndex: Codable, Equatable {
    struct Entry: Codable, Equatable {
        /// The number in this home.
        var number: Int64
        /// The ID on the server.
        var id: UUID
        var version: Int64
        /// The name of the author; nil for the user and for former members.
        var author: String?
        var isMine: Bool
        var isShared: Bool
        var isDone: Bool
        /// The IDs of the photos by their numbers.
        var photos: [Int: UUID]
    }

    private static let firstForeign: Int64 = 1_000_001

    private(set) var entries: [Entry] = []

    subscript(number: Int64) -> Entry? { entries.first { $0.number == number } }

    /// Replaces the entries, and returns the notes with their numbers in this home.
    mutating func update(_ documents: [NoteDocument]) -> [Note] {
        let known = Dictionary(entries.map { ($0.id, $0.number) }) { first, _ in first }
        var next = max(Self.firstForeign, (entries.map(\.number).max() ?? 0) + 1)
        var (updated, notes, numbers) = ([Entry](), [Note](), Set<Int64>())
        // The oldest first, so that numbers follow the time.
        for document in documents.reversed() {
            let number: Int64
            if document.isMine {
                number = document.note
            } else if let former = known[document.id], former >= Self.firstForeign {
                number = former
            } else {
                number = next
                next += 1
            }
            guard let note = Note(document, number: number), numbers.insert(number).inserted else {
                continue
            }
            notes.append(note)
            updated.append(Entry(document, number: number))
        }
        entries = updated
        return notes.sorted { $0.number < $1.number }
    }
}

extension NoteIndex.Entry {
    fileprivate init(_ document: NoteDocument, number: Int64) {
        self.init(
            number: number, id: document.id, version: document.version,
            author: document.isMine ? nil : document.author, isMine: document.isMine,
            isShared: document.visibility == "team", isDone: document.done,
            photos: Dictionary((document.photos ?? []).map { ($0.photo, $0.id) }) { first, _ in
                first
            })
    }
}
