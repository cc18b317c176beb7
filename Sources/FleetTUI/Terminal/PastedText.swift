/// Incremental parser for pasted text up to its end marker, which may arrive in pieces (xterm
/// control sequences, "Bracketed Paste Mode").
struct PastedText {
    /// Maximum length of the text in scalars; the rest is dropped.
    private static let limit = 1000
    private static let endMarker = Array("\u{1B}[201~".unicodeScalars)

    /// Text so far.
    private(set) var text = ""
    /// Number of characters of the end marker matched so far; they may still turn out to be text.
    private var markerLength = 0

    /// Processes a character and returns whether it completes the end marker.
    ///
    /// ncurses recognizes the marker only if it arrives at once.
    mutating func append(_ character: Unicode.Scalar) -> Bool {
        if character == Self.endMarker[markerLength] {
            markerLength += 1
            guard markerLength == Self.endMarker.count else { return false }
            markerLength = 0
            return true
        }
        for character in Self.endMarker[..<markerLength] { appendText(character) }
        markerLength = 0
        guard character != Self.endMarker[0] else {
            markerLength = 1
            return false
        }
        appendText(character)
        return false
    }

    private mutating func appendText(_ character: Unicode.Scalar) {
        guard text.unicodeScalars.count < Self.limit else { return }
        text.unicodeScalars.append(character)
    }
}
