/// Follows a text from the clipboard to its end mark, which may come in pieces (xterm control sequences,
/// "Bracketed Paste Mode").
struct PastedText {
    /// The longest text that is taken.
    private static let limit = 1000
    private static let endMark = Array("\u{1B}[201~".unicodeScalars)

    /// What came so far.
    private(set) var text = ""
    /// How much of the end mark came last; it may be text after all.
    private var marked = 0

    /// Takes a character; tells whether it is the last of the end mark.
    ///
    /// ncurses knows the mark only if it comes at once.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        if character == Self.endMark[marked] {
            marked += 1
            guard marked == Self.endMark.count else { return false }
            marked = 0
            return true
        }
        for character in Self.endMark[..<marked] { append(character) }
        marked = 0
        guard character != Self.endMark[0] else {
            marked = 1
            return false
        }
        append(character)
        return false
    }

    private mutating func append(_ character: Unicode.Scalar) {
        guard text.unicodeScalars.count < Self.limit else { return }
        text.unicodeScalars.append(character)
    }
}
