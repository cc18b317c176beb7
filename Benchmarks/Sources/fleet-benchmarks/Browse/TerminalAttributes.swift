/// The primary device attributes of a terminal (DA1): the last thing that the program asks one for, after
/// which it waits for no other answer.
enum TerminalAttributes {
    static let question = "\u{1B}[c"
    /// A VT220 with colors.
    static let answer = "\u{1B}[?62;22c"
}
