public import FleetCore
import FleetSQL
public import Foundation

/// The readers of a note.
public enum NoteVisibility: String, CaseIterable, Sendable {
    /// The author.
    case `private`
    /// All users.
    case team
}

/// A note as one user sees it.
public struct TeamNote: Equatable, Sendable {
    /// The maximum number of notes of a user.
    public static let limit = 20_000

    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The short number, counted per author.
    public var number: Int64
    /// The version, which each change of the note and of its photos increases.
    public var version: Int64
    /// The name of the author; `nil` for a former member.
    public var author: String?
    /// Whether the user wrote it.
    public var isMine: Bool
    /// The content.
    public var content: NoteContent
    /// The time when it was marked as done; `nil` if it is not.
    public var doneAt: Timestamp?
    /// The time when it was written.
    public var createdAt: Timestamp
    /// The time of the last change; `nil` if there is none.
    public var editedAt: Timestamp?
    /// The name of the user who made that change; `nil` for a former member.
    public var editedBy: String?
    /// The photos, in the order in which they were added.
    public var photos: [TeamPhoto] = []
    /// Whether the user may change the text, the mark and the photos.
    public var canEdit: Bool
    /// Whether the user may delete it.
    public var canDelete: Bool
    /// Whether the user may change who sees it.
    public var canShare: Bool
}

/// The content of a note.
public struct NoteContent: Equatable, Sendable {
    /// The text, of one or more lines.
    public var text: String
    /// The UUID of the vehicle's source; `nil` for a note without a vehicle.
    public var source: UUID?
    /// The vehicle's ID; `nil` for a note without a vehicle.
    public var vehicleID: String?
    /// The position of the vehicle, or of the note.
    public var position: Position?
    /// The time of that position.
    public var seenAt: Timestamp?
    /// Its readers.
    public var visibility: NoteVisibility

    /// Creates a content.
    public init(
        text: String, source: UUID? = nil, vehicleID: String? = nil, position: Position? = nil,
        seenAt: Timestamp? = nil, visibility: NoteVisibility = .private
    ) {
        (self.text, self.source, self.vehicleID) = (text, source, vehicleID)
        (self.position, self.seenAt, self.visibility) = (position, seenAt, visibility)
    }

    /// Returns the content with a text that can be stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public func checked() throws(TeamError) -> NoteContent {
        var content = self
        content.text = try NoteText.checked(text)
        content.vehicleID = try vehicleID.map { (id) throws(TeamError) in
            try NoteText.checkedVehicleID(id)
        }
        guard vehicleID == nil || source != nil else { throw .invalid(.vehicle, .malformed) }
        return content
    }

    /// The SHA-256 of everything, by which a repeated request is recognized.
    var hash: String {
        let parts = [
            text, source?.text, vehicleID, position.map { "\($0.latitude) \($0.longitude)" },
            seenAt.map { String($0.milliseconds) }, visibility.rawValue,
        ]
        return Digest.hex(parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined())
    }
}

/// A change of a note; members that are `nil` keep their values.
public struct NoteChange: Equatable, Sendable {
    /// The new text.
    public var text: String?
    /// The readers of the note from now on; only the author may change it.
    public var visibility: NoteVisibility?
    /// Whether the note is marked as done.
    public var isDone: Bool?

    /// Creates a change.
    public init(text: String? = nil, visibility: NoteVisibility? = nil, isDone: Bool? = nil) {
        (self.text, self.visibility, self.isDone) = (text, visibility, isDone)
    }

    /// Returns the change with a text that can be stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public func checked() throws(TeamError) -> NoteChange {
        var change = self
        change.text = try text.map { (text) throws(TeamError) in try NoteText.checked(text) }
        return change
    }
}

// The rows of notes.
extension NoteContent {
    /// Creates the content of a row; `nil` for a visibility that is none of ours.
    init?(_ record: NoteRecord) {
        guard let visibility = NoteVisibility(rawValue: record.visibility) else { return nil }
        self.init(
            text: record.text, source: record.source.flatMap(UUID.init(uuidString:)),
            vehicleID: record.vehicleID, position: record.position, seenAt: record.seenAt,
            visibility: visibility)
    }
}

extension NoteRecord {
    /// Creates the row of a new note.
    init(_ content: NoteContent, id: UUID, number: Int64, at time: Timestamp) {
        self.init()
        (self.id, self.number, createdAt) = (id.text, number, time)
        (text, visibility) = (content.text, content.visibility.rawValue)
        (source, vehicleID) = (content.source?.text, content.vehicleID)
        (position, seenAt) = (content.position, content.seenAt)
    }

    /// Creates the row of a note after a change by a user.
    init(_ note: TeamNote, with change: NoteChange, by editor: UserID, at time: Timestamp) {
        self.init(note.content, id: note.id, number: note.number, at: note.createdAt)
        version = note.version + 1
        (editedAt, editedBy) = (time, editor.uuid.text)
        doneAt = change.isDone.map { $0 ? note.doneAt ?? time : nil } ?? note.doneAt
        if let new = change.text { text = new }
        if let new = change.visibility { visibility = new.rawValue }
    }
}

// The notes of the command line.
extension Note {
    /// Creates the note that a command shows.
    init(_ note: TeamNote) {
        self.init(
            number: note.number, vehicleID: note.content.vehicleID ?? "", text: note.content.text,
            createdAt: note.createdAt, editedAt: note.editedAt, position: note.content.position,
            seenAt: note.content.seenAt,
            photos: note.photos.map {
                Photo(number: $0.number, hash: $0.file.hash, info: $0.info, bytes: $0.bytes)
            })
    }
}

extension NoteContent {
    /// Creates the content of a note about a vehicle of a source, which only its author sees.
    init(_ note: Note, of source: UUID) {
        self.init(
            text: note.text, source: source, vehicleID: note.vehicleID, position: note.position,
            seenAt: note.seenAt)
    }
}

/// Which notes are listed, newest first.
public struct NoteQuery: Equatable, Sendable {
    /// Only notes about vehicles of the source with this UUID.
    public var source: UUID?
    /// Only notes about the vehicle with this ID.
    public var vehicleID: String?
    /// Only the user's own notes.
    public var isMine = false
    /// Only notes by the user with this sign-in name.
    public var author: String?
    /// Only notes that are not done.
    public var isOpen = false
    /// Only notes that have a position.
    public var hasPosition = false
    /// Only notes before the one with this ID, for the next page.
    public var earlierThan: UUID?
    /// The maximum number, at most 500.
    public var limit = 100

    /// Creates a query of all notes.
    public init() {}
}

/// Numbers of the notes that a user sees.
public struct NoteCounts: Equatable, Sendable {
    /// All of them.
    public var all: Int
    /// Those that are not done.
    public var open: Int
    /// The user's own.
    public var mine: Int
}

/// Rules for the input of notes.
enum NoteText {
    /// Returns a text without surrounding whitespace.
    static func checked(_ text: String) throws(TeamError) -> String {
        guard text.utf8.count <= maxTypedLength else {
            throw .invalid(.text, .tooLong(Note.maxTextLength))
        }
        // PostgreSQL cannot store it.
        guard !text.utf8.contains(0) else { throw .invalid(.text, .malformed) }
        guard let normalized = Note.normalized(text) else {
            throw .invalid(.text, Note.isBlank(text) ? .tooShort(1) : .tooLong(Note.maxTextLength))
        }
        return normalized
    }

    /// Returns a vehicle ID that can be stored.
    static func checkedVehicleID(_ id: String) throws(TeamError) -> String {
        guard !id.isEmpty, !id.utf8.contains(0) else { throw .invalid(.vehicle, .malformed) }
        guard id.utf8.count <= maxVehicleIDLength else {
            throw .invalid(.vehicle, .tooLong(maxVehicleIDLength))
        }
        return id
    }

    /// Bytes beyond which a text is not read: those of the longest one, and some blank lines around
    /// it.
    private static let maxTypedLength = 4 * Note.maxTextLength + 8192
    private static let maxVehicleIDLength = 1024
}
