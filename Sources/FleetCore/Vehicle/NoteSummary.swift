/// What a list shows of a note: all but its text, of which only the first line is there.
public struct NoteHead: Equatable, Sendable {
    /// The longest first line, in characters (Unicode scalars).
    public static let longestLine = 200

    /// Its number, never given to another note.
    public var number: Int64
    /// The vehicle's code.
    public var vehicleID: String
    /// The first line of the text, cut at `longestLine`.
    public var firstLine: String
    /// How many lines the text has, as line feeds part them.
    public var lineCount: Int
    /// When it was written.
    public var createdAt: Timestamp
    /// When it was changed last; `nil` if it never was.
    public var editedAt: Timestamp?
    /// Where the vehicle was when the note was written, as far as that was known.
    public var position: Position?
    /// How many photos it has.
    public var photoCount: Int

    /// Creates a head of the beginning of a text.
    public init(
        number: Int64, vehicleID: String, beginning: String, lineCount: Int = 1,
        createdAt: Timestamp, editedAt: Timestamp? = nil, position: Position? = nil,
        photoCount: Int = 0
    ) {
        self.number = number
        self.vehicleID = vehicleID
        let scalars = beginning.unicodeScalars.prefix(Self.longestLine)
        firstLine = String(String(scalars).prefix { !$0.isNewline })
        self.lineCount = max(1, lineCount)
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.position = position
        self.photoCount = photoCount
    }
}
