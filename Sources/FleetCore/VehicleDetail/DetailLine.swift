/// One line of a detail: a name and a value.
public struct DetailLine: Equatable, Sendable {
    /// Name, such as `battery`.
    public let name: String
    /// Value, safe for a terminal.
    public let value: String
    /// Color of the value.
    let color: TextColor

    init(name: String, value: String, color: TextColor) {
        (self.name, self.value, self.color) = (name, value, color)
    }

    /// Creates a line; escapes characters that are unsafe on a terminal.
    public init(name: String, value: String) {
        self.init(name: name, value: TerminalText.escaped(value), color: .plain)
    }
}
