/// What ncurses reads.
enum TerminalInput: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// A key that is no character.
    case key(Key)
    /// A report of the mouse begins; its characters follow.
    case mouse
    case pasteBegin, pasteEnd
    /// A key that means nothing here, or ncurses's word that the size has changed.
    case other
}
