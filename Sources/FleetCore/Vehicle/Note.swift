/// What a person wrote about a vehicle.
public struct Note: Equatable, Sendable {
    /// The longest text, in characters (Unicode scalars).
    public static let longestText = 10_000

    /// Its number, never given to another note.
    public var number: Int64
    /// The vehicle's code.
    public var vehicleID: String
    /// The text, of one line or several.
    public var text: String
    /// When it was written.
    public var createdAt: Timestamp
    /// When it was changed last; `nil` if it never was.
    public var editedAt: Timestamp?
    /// Where the vehicle was when the note was written, as far as that was known.
    public var position: Position?
    /// Of when that position is.
    public var seenAt: Timestamp?
    /// Its photos, in the order in which they were added.
    public var photos: [Photo]

    /// Creates a note.
    public init(
        number: Int64, vehicleID: String, text: String, createdAt: Timestamp,
        editedAt: Timestamp? = nil, position: Position? = nil, seenAt: Timestamp? = nil,
        photos: [Photo] = []
    ) {
        self.number = number
        self.vehicleID = vehicleID
        self.text = text
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.position = position
        self.seenAt = seenAt
        self.photos = photos
    }

    /// The lines of the text.
    public var lines: [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A text as it is kept: without spaces and empty lines at its ends; `nil` if it is blank, or if it is
    /// longer than `longestText`.
    public static func kept(_ text: String) -> String? {
        let isSpace: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
        let kept = String(
            text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        let isKept = !isBlank(kept) && kept.unicodeScalars.count <= longestText
        return isKept ? kept : nil
    }

    /// Whether a text shows nothing: there is none, or nothing but spaces and characters that are not seen.
    public static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
    }
}
