import FleetCore

/// Message about an action, shown for a few seconds.
struct Notice: Equatable, Sendable {
    private static let maxRows = 4

    var text: String
    var isFailure: Bool
    /// Time at which it disappears.
    var expiresAt: Timestamp

    /// Creates a notice that is shown from `now` for as long as it takes to read (4 to 12 s).
    init(_ text: String, isFailure: Bool, now: Timestamp) {
        (self.text, self.isFailure) = (text, isFailure)
        expiresAt = now + .seconds(min(max(4, text.limited.count / 16), 12))
    }

    /// Returns the text in lines of at most `columns` columns; extra lines are cut.
    func lines(columns: Int) -> [String] {
        let text = text.limited
        guard columns > 0, DisplayWidth.of(TerminalText.drawable(text)) > columns else {
            return [text]
        }
        return Array(text.wrapped(to: columns).prefix(Self.maxRows))
    }
}
