/// Input as ncurses reports it.
enum TerminalInput: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// A key that is not a character.
    case key(Key)
    /// Start of a mouse report, whose characters follow.
    case mouse
    case pasteBegin, pasteEnd
    /// A key without a meaning here, or ncurses's notification of a size change.
    case other
}
