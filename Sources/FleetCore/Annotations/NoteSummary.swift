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
