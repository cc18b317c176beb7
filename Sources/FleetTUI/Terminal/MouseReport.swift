/// Incremental parser for a mouse report (xterm control sequences, "Extended coordinates", 1006):
/// `button;column;row`, then `M`, or `m` for a released button.
struct MouseReport {
    /// Maximum length of a report.
    private static let limit = 16

    private var text = ""
    /// Whether the report has ended, valid or not.
    private(set) var isDone = false
    /// Mouse event, if the report is a supported one.
    private(set) var mouse: Mouse?

    mutating func append(_ character: Character) {
        switch character {
        case "M", "m":
            isDone = true
            mouse = parsed(isRelease: character == "m")
        case "0"..."9", ";":
            text.append(character)
            isDone = text.count > MouseReport.limit
        default: isDone = true
        }
    }

    private func parsed(isRelease: Bool) -> Mouse? {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
            let row = numbers[2], column > 0, row > 0,
            let kind = MouseReport.kind(ofButton: button, isRelease: isRelease)
        else { return nil }
        return Mouse(kind, column: column - 1, row: row - 1)
    }

    /// Returns the event type of a button code.
    ///
    /// The two lowest bits are the button; 4, 8 and 16 are modifiers, 32 is motion, 64 the wheel.
    private static func kind(ofButton button: Int, isRelease: Bool) -> Mouse.Kind? {
        switch button & ~28 {
        case 0: isRelease ? .release : .press
        case 32: .drag
        case 64: .wheelUp
        case 65: .wheelDown
        default: nil
        }
    }
}
