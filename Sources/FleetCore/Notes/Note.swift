/// A note about a vehicle, a site or a place, which may be a task.
public struct Note: Equatable, Sendable {
    /// The maximum length of the text, in Unicode scalars.
    public static let maxTextLength = 10_000

    /// The number, which is never reused.
    public var number: Int64
    /// The vehicle's ID; `nil` for a note about a site or a place.
    public var vehicleID: String?
    /// The site's ID; `nil` for a note about a vehicle or a place.
    public var siteID: String?
    /// The text, of one or more lines.
    public var text: String
    /// The time when it was written.
    public var createdAt: Timestamp
    /// The time of the last edit; `nil` if there is none.
    public var editedAt: Timestamp?
    /// The position of the vehicle when the note was written, if it was known, of the site or of
    /// the place.
    public var position: Position?
    /// The time of the vehicle's position.
    public var seenAt: Timestamp?
    /// The photos, in the order in which they were added.
    public var photos: [Photo]
    /// The task; `nil` for a plain note.
    public var task: NoteTask?
    /// The time when it was marked as done; `nil` if it is not.
    public var doneAt: Timestamp?
    /// The report of a finder; `nil` for a note that a user wrote.
    public var report: FinderReport?

    /// Creates a note.
    public init(
        number: Int64, vehicleID: String?, siteID: String? = nil, text: String,
        createdAt: Timestamp, editedAt: Timestamp? = nil, position: Position? = nil,
        seenAt: Timestamp? = nil, photos: [Photo] = [], task: NoteTask? = nil,
        doneAt: Timestamp? = nil, report: FinderReport? = nil
    ) {
        self.number = number
        self.vehicleID = vehicleID
        self.siteID = siteID
        self.text = text
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.position = position
        self.seenAt = seenAt
        self.photos = photos
        self.task = task
        self.doneAt = doneAt
        self.report = report
    }

    /// The vehicle's ID, or a word for what else it is about.
    public var subject: String { vehicleID ?? siteID.map { "site \($0)" } ?? "a place" }

    /// The lines of the text.
    public var lines: [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// Returns the text without leading and trailing whitespace and line breaks; `nil` if it is
    /// blank or longer than `maxTextLength`.
    public static func normalized(_ text: String) -> String? {
        let isSpace: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
        let trimmed = String(
            text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        let isValid = !isBlank(trimmed) && trimmed.unicodeScalars.count <= maxTextLength
        return isValid ? trimmed : nil
    }

    /// Returns whether a text is empty or contains only whitespace and invisible characters.
    public static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
    }
}

/// The part of a note that makes it a task.
public struct NoteTask: Equatable, Sendable {
    /// The sign-in name of the assignee; `nil` without one.
    public var assignee: String?
    /// The due time.
    public var dueAt: Timestamp?
    /// The priority.
    public var priority: NotePriority

    /// Creates a task.
    public init(
        assignee: String? = nil, dueAt: Timestamp? = nil, priority: NotePriority = .normal
    ) {
        (self.assignee, self.dueAt, self.priority) = (assignee, dueAt, priority)
    }
}

/// The priority of a task, which sorts tasks that are due at the same time.
public enum NotePriority: String, CaseIterable, Codable, Comparable, Sendable {
    case low, normal, high

    /// Whether it is lower than another one.
    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }
}

/// A note in a list, with only the first line of its text.
public struct NoteSummary: Equatable, Sendable {
    /// The maximum length of the first line, in Unicode scalars.
    public static let maxLineLength = 200

    /// The number, which is never reused.
    public var number: Int64
    /// The vehicle's ID.
    public var vehicleID: String
    /// The first line of the text, truncated to `maxLineLength`.
    public var firstLine: String
    /// The number of lines, separated by line feeds.
    public var lineCount: Int
    /// The time when it was written.
    public var createdAt: Timestamp
    /// The time of the last edit; `nil` if there is none.
    public var editedAt: Timestamp?
    /// The vehicle's position when the note was written, if it was known.
    public var position: Position?
    /// The number of photos.
    public var photoCount: Int

    /// Creates a summary from the beginning of the text.
    public init(
        number: Int64, vehicleID: String, beginning: String, lineCount: Int = 1,
        createdAt: Timestamp, editedAt: Timestamp? = nil, position: Position? = nil,
        photoCount: Int = 0
    ) {
        self.number = number
        self.vehicleID = vehicleID
        let scalars = beginning.unicodeScalars.prefix(Self.maxLineLength)
        firstLine = String(String(scalars).prefix { !$0.isNewline })
        self.lineCount = max(1, lineCount)
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.position = position
        self.photoCount = photoCount
    }
}
