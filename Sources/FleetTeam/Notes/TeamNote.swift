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
    /// The name of the author; `nil` for a former member and for a finder.
    public var author: String?
    /// Whether the user wrote it.
    public var isMine: Bool
    /// The content.
    public var content: NoteContent
    /// The assignee of the task; `nil` without one.
    public var assignee: Member?
    /// The time when it was marked as done; `nil` if it is not.
    public var doneAt: Timestamp?
    /// The name of the user who marked it as done; `nil` for a former member.
    public var doneBy: String?
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
    /// The UUID of the source of the vehicle or site; a note about a place needs none.
    public var source: UUID?
    /// The vehicle's ID; `nil` for a note about a site or a place.
    public var vehicleID: String?
    /// The site's ID; `nil` for a note about a vehicle or a place.
    public var siteID: String?
    /// The position of the vehicle, the site or the place.
    public var position: Position?
    /// The time of that position.
    public var seenAt: Timestamp?
    /// Its readers.
    public var visibility: NoteVisibility
    /// The task; `nil` for a plain note.
    public var task: Task?
    /// The report of a finder; `nil` for a note that a user wrote.
    public var report: FinderReport?

    /// The part of a note that makes it a task.
    public struct Task: Equatable, Sendable {
        /// The assignee.
        public var assignee: Assignee
        /// The due time.
        public var dueAt: Timestamp?

        /// The priority.
        public var priority: NotePriority

        /// Creates a task.
        public init(
            assignee: Assignee = .nobody, dueAt: Timestamp? = nil, priority: NotePriority = .normal
        ) {
            (self.assignee, self.dueAt, self.priority) = (assignee, dueAt, priority)
        }
    }

    /// Creates a content.
    public init(
        text: String, source: UUID? = nil, vehicleID: String? = nil, siteID: String? = nil,
        position: Position? = nil, seenAt: Timestamp? = nil,
        visibility: NoteVisibility = .private, task: Task? = nil, report: FinderReport? = nil
    ) {
        (self.text, self.source, self.vehicleID) = (text, source, vehicleID)
        (self.siteID, self.position, self.seenAt) = (siteID, position, seenAt)
        (self.visibility, self.task, self.report) = (visibility, task, report)
    }

    /// Returns the content with a text and IDs that can be stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public func checked() throws(TeamError) -> NoteContent {
        var content = self
        content.text = try NoteText.checked(text)
        content.vehicleID = try vehicleID.map { (id) throws(TeamError) in
            try NoteText.checkedID(id, .vehicle)
        }
        content.siteID = try siteID.map { (id) throws(TeamError) in
            try NoteText.checkedID(id, .site)
        }
        guard vehicleID == nil || source != nil else { throw .invalid(.vehicle, .malformed) }
        guard siteID == nil || source != nil && vehicleID == nil else {
            throw .invalid(.site, .malformed)
        }
        return content
    }

    /// The SHA-256 of everything, by which a repeated request is recognized.
    ///
    /// It is made from the columns of a row. That of 0.1.0 was another one, so the note of a
    /// request that it received is not found again.
    var hash: String {
        var record = NoteRecord(
            self, id: UUID.zero, number: 0, at: Timestamp(milliseconds: 0))
        record.assignee = task?.assignee.text
        let parts = record.values.map { value -> String? in
            switch value {
            case .null, .bytes: nil
            case .integer(let number): "\(number)"
            case .real(let number): "\(number)"
            case .text(let text): text
            }
        }
        return Digest.hex(parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined())
    }
}

/// A change of a note; members that are `nil` keep their values.
package struct NoteChange: Equatable, Sendable {
    /// The new text.
    package var text: String?
    /// The readers of the note from now on; only the author may change it.
    package var visibility: NoteVisibility?
    /// Whether the note is marked as done.
    package var isDone: Bool?
    /// Whether the note is a task; one that becomes none loses its assignee and its due time.
    package var isTask: Bool?
    /// The assignee; one makes a note a task.
    package var assignee: Assignee?
    /// The due time, which makes a note a task; `.some(nil)` removes it.
    package var dueAt: Timestamp??
    /// The priority; another than the normal one makes a note a task.
    package var priority: NotePriority?

    /// Creates a change.
    package init(
        text: String? = nil, visibility: NoteVisibility? = nil, isDone: Bool? = nil,
        isTask: Bool? = nil, assignee: Assignee? = nil, dueAt: Timestamp?? = nil,
        priority: NotePriority? = nil
    ) {
        (self.text, self.visibility, self.isDone) = (text, visibility, isDone)
        (self.isTask, self.assignee, self.dueAt) = (isTask, assignee, dueAt)
        self.priority = priority
    }

    /// Creates a change of nothing.
    package init() {}

    /// Returns the task after the change; `nil` for a note that is none.
    func task(after before: NoteContent.Task?) -> NoteContent.Task? {
        let isGiven =
            (assignee ?? .nobody) != .nobody || (dueAt ?? nil) != nil
            || (priority ?? .normal) != .normal
        guard isTask ?? (before != nil || isGiven) else { return nil }
        return NoteContent.Task(
            assignee: assignee ?? before?.assignee ?? .nobody,
            dueAt: dueAt ?? before?.dueAt, priority: priority ?? before?.priority ?? .normal)
    }

    /// Returns a change of a newer version than the user saw, for one that only adds to it; `nil`
    /// for a conflict.
    ///
    /// Two people who finish a task do not contradict each other: the first mark stays, and a text
    /// that the second one wrote follows that of the first.
    func added(to newer: TeamNote) -> NoteChange? {
        guard isDone != nil, visibility.isNone(or: newer.content.visibility),
            task(after: newer.content.task) == newer.content.task
        else { return nil }
        var change = self
        guard let text, !newer.content.text.contains(text) else {
            change.text = nil
            return change
        }
        guard isDone == true, newer.doneAt != nil else { return nil }
        let both = newer.content.text + "\n\n" + text
        guard Note.normalized(both) != nil else { return nil }
        change.text = both
        return change
    }

    /// Returns the change with a text that can be stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    package func checked() throws(TeamError) -> NoteChange {
        var change = self
        change.text = try text.map { (text) throws(TeamError) in try NoteText.checked(text) }
        return change
    }
}

// The rows of notes.
extension NoteContent.Task {
    /// The value of the column: NULL for the normal priority.
    fileprivate var storedPriority: String? { priority == .normal ? nil : priority.rawValue }
}

extension NoteContent {
    /// Creates the content of a row; `nil` for a visibility that is none of ours.
    init?(_ record: NoteRecord) {
        guard let visibility = NoteVisibility(rawValue: record.visibility) else { return nil }
        self.init(
            text: record.text, source: record.source.flatMap(UUID.init(uuidString:)),
            vehicleID: record.vehicleID, siteID: record.siteID, position: record.position,
            seenAt: record.seenAt, visibility: visibility,
            task: record.isTask == true
                ? Task(
                    dueAt: record.dueAt,
                    priority: record.priority.flatMap(NotePriority.init) ?? .normal) : nil,
            report: record.isReport == true ? FinderReport(contact: record.contact) : nil)
    }
}

extension NoteRecord {
    /// Creates the row of a new note.
    /// - Parameter assignee: The ID of the user who is to do the task.
    init(
        _ content: NoteContent, id: UUID, number: Int64, assignee: UserID? = nil, at time: Timestamp
    ) {
        self.init()
        (self.id, self.number, createdAt) = (id.text, number, time)
        (text, visibility) = (content.text, content.visibility.rawValue)
        (source, vehicleID) = (content.source?.text, content.vehicleID)
        (siteID, position, seenAt) = (content.siteID, content.position, content.seenAt)
        (isTask, dueAt) = (content.task != nil, content.task?.dueAt)
        priority = content.task?.storedPriority
        self.assignee = assignee?.text
        (isReport, contact) = (content.report != nil, content.report?.contact)
    }

    /// Makes a change by a user.
    /// - Parameter assignee: The ID of the user who is to do the task after the change.
    mutating func apply(
        _ change: NoteChange, task: NoteContent.Task?, assignee: UserID?, by editor: UserID,
        at time: Timestamp
    ) {
        version += 1
        (editedAt, editedBy) = (time, editor.text)
        if let new = change.text { text = new }
        if let new = change.visibility { visibility = new.rawValue }
        (isTask, dueAt, self.assignee) = (task != nil, task?.dueAt, assignee?.text)
        priority = task?.storedPriority
        guard let isDone = change.isDone, isDone != (doneAt != nil) else { return }
        (doneAt, doneBy) = isDone ? (time, editor.text) : (nil, nil)
    }
}

// The notes of the command line.
extension Note {
    /// Creates the note that a command shows.
    init(_ note: TeamNote) {
        self.init(
            number: note.number, vehicleID: note.content.vehicleID, siteID: note.content.siteID,
            text: note.content.text, createdAt: note.createdAt, editedAt: note.editedAt,
            position: note.content.position, seenAt: note.content.seenAt,
            photos: note.photos.map {
                Photo(number: $0.number, hash: $0.file.hash, info: $0.info, bytes: $0.bytes)
            },
            task: note.content.task.map {
                NoteTask(
                    assignee: note.assignee?.name, dueAt: $0.dueAt, priority: $0.priority)
            },
            doneAt: note.doneAt, report: note.content.report)
    }
}

extension NoteContent {
    /// Creates the content of a note of a source, which only its author sees, and whose task
    /// nobody is to do.
    init(_ note: Note, of source: UUID) {
        self.init(
            text: note.text, source: source, vehicleID: note.vehicleID, siteID: note.siteID,
            position: note.position, seenAt: note.seenAt,
            task: note.task.map { Task(dueAt: $0.dueAt, priority: $0.priority) },
            report: note.report)
    }
}

/// Which notes are listed, and in which order.
public struct NoteQuery: Equatable, Sendable {
    /// Only notes about vehicles of the source with this UUID.
    public var source: UUID?
    /// Only notes about these sources, and those without a source; `nil` for all.
    public var sources: [UUID]?
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
    /// Only notes about the site with this ID.
    public var siteID: String?
    /// Only tasks.
    public var isTask = false
    /// Only notes that are due at this time.
    public var dueBefore: Timestamp?
    /// Only tasks that this person is to do, or nobody.
    public var assignee: Assignee?
    /// The order.
    public var order = Order.newest
    /// Only notes that follow the one with this ID, for the next page.
    public var after: UUID?
    /// The maximum number, at most 500.
    public var limit = 100

    /// Creates a query of all notes.
    public init() {}

    /// The order of a list.
    public enum Order: Equatable, Sendable {
        /// The newest first.
        case newest
        /// The earliest due time first, and those without one last; of the same time, the highest
        /// priority first.
        case due
        /// The reports of finders that nobody has taken first, then the newest.
        case reports
        /// The nearest to a position first, and those without one last.
        case near(Position)
    }
}

/// Numbers of the notes that a user sees.
public struct NoteCounts: Equatable, Sendable {
    /// All of them.
    public var all = 0
    /// Those that are not done.
    public var open = 0
    /// The user's own.
    public var mine = 0
    /// Tasks that are not done.
    public var openTasks = 0
    /// Tasks that are not done and that the user is to do.
    public var assigned = 0
    /// Tasks that are not done and that nobody is to do.
    public var unassigned = 0
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

    /// Returns the ID of a vehicle or site that can be stored.
    static func checkedID(_ id: String, _ field: TeamError.Field) throws(TeamError) -> String {
        guard !id.isEmpty, !id.utf8.contains(0) else { throw .invalid(field, .malformed) }
        guard id.utf8.count <= maxIDLength else { throw .invalid(field, .tooLong(maxIDLength)) }
        return id
    }

    /// Bytes beyond which a text is not read: those of the longest one, and some blank lines around
    /// it.
    private static let maxTypedLength = 4 * Note.maxTextLength + 8192
    private static let maxIDLength = 1024
}

extension Optional<NoteVisibility> {
    /// Whether it is `nil` or this one.
    func isNone(or visibility: NoteVisibility) -> Bool { self == nil || self == visibility }
}
