/// Primary device attributes of a terminal (DA1), the program's last query at its start; it waits
/// for no other reply after this one.
enum TerminalAttributes {
    static let query = "\u{1B}[c"
    /// Reply of a VT220 with colors.
    static let reply = "\u{1B}[?62;22c"
}
