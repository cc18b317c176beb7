import FleetCore

/// A word on what was done, shown for a few seconds.
struct Notice: Equatable, Sendable {
    /// The most rows that it takes.
    private static let rows = 4

    var text: String
    var isFailure: Bool
    /// When it goes.
    var until: Timestamp

    /// Makes one that is shown from now on for as long as it takes to read it.
    init(_ text: String, isFailure: Bool, now: Timestamp) {
        (self.text, self.isFailure) = (text, isFailure)
        until = now + .seconds(min(max(6, text.limited.count / 12), 20))
    }

    /// The text in rows; it is cut where it would take too many.
    func lines(of columns: Int) -> [String] {
        let text = text.limited
        guard columns > 0, DisplayWidth.of(TerminalText.drawn(text)) > columns else {
            return [text]
        }
        return Array(text.wrapped(to: columns).prefix(Self.rows))
    }
}
