import FleetCore
import FleetSQL
import FleetTeam
import Foundation
import NIOCore

/// An open event stream: its reader's position, and why it ends.
///
/// It belongs to a ``ChangeHub``, which looks at all of them several times a second.
final class LiveStream {
    enum End: Sendable {
        /// The session or token has ended, or no longer shows a source.
        case signedOut
        /// The server stops, or has lost the database; readers connect again later, perhaps to
        /// another server.
        case shutdown
    }

    /// The reader's position in one source.
    struct Position: Sendable {
        let source: UUID
        let name: String
        var cursor: ChangeCursor?
        /// Whether the reader must read the list, because its cursor is none of ours.
        var isUnknown = false
        var stateNumber = 0
    }

    let access: Access
    let content: LiveContent
    /// The language of the texts of pages.
    let language: Language
    var positions: [Position]
    /// The number of the last change of the team's data that it has.
    var teamNumber: Int
    /// Closes the connection.
    let disconnect: @Sendable () -> Void
    var end: End?
    /// Time of the last message, on the hub's clock.
    var lastWrite: Duration
    /// Whether it is still being written.
    var isWriting = false

    init(
        of positions: [Position], _ content: LiveContent, in language: Language,
        for access: Access, at time: Duration, teamNumber: Int,
        disconnect: @escaping @Sendable () -> Void
    ) {
        (self.positions, self.content, self.access) = (positions, content, access)
        (self.language, self.teamNumber) = (language, teamNumber)
        (lastWrite, self.disconnect) = (time, disconnect)
    }

    /// Returns the lines of a message after its `id`; `nil` if it is not in the stream's language.
    func lines(of message: LiveMessage) -> ByteBuffer? { message.lines(content, in: language) }

    /// The `id` line with the cursors of all sources, in the order of the request.
    var idLine: ByteBuffer {
        let id = positions.map { $0.cursor?.text ?? "" }.joined(separator: ",")
        return ByteBuffer(string: "id: \(id)\n")
    }
}

/// The cursors that a reader starts with, one for each source; `nil` to start with the newest.
struct LiveCursors: Sendable {
    private let cursors: [(cursor: ChangeCursor?, isUnknown: Bool)]

    var count: Int { cursors.count }
    /// Whether each text is a cursor, though perhaps of none of our streams, or empty.
    var areWellFormed: Bool { !cursors.contains(where: \.isUnknown) }

    /// Parses `uuid:sequence,…`; texts that are no cursors are unknown.
    init(_ text: String?) {
        let parts = (text ?? "").split(
            separator: ",", maxSplits: 100, omittingEmptySubsequences: false)
        cursors = parts.map { part in
            let cursor = ChangeCursor(part)
            return (cursor, cursor == nil && !part.isEmpty)
        }
    }

    /// Returns the position in the source with an index.
    func position(_ index: Int, of source: UUID, _ name: String) -> LiveStream.Position {
        guard cursors.indices.contains(index) else {
            return LiveStream.Position(source: source, name: name)
        }
        let (cursor, isUnknown) = cursors[index]
        return LiveStream.Position(
            source: source, name: name, cursor: cursor, isUnknown: isUnknown)
    }
}
