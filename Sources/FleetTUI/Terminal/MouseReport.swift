/// Reads a report of the mouse, character by character (xterm control sequences, "Extended
/// coordinates", 1006): `button;column;row` and then `M`, or `m` for a button that went up.
struct MouseReport {
    /// No honest report is longer.
    private static let limit = 16

    private var text = ""
    /// Whether the report is over, understood or not.
    private(set) var isDone = false
    /// What was reported, if it means anything here.
    private(set) var mouse: Mouse?

    mutating func take(_ character: Character) {
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

    /// The lower bits say the button, 32 that it moves, 64 that it is a wheel; 4, 8 and 16 are keys
    /// held meanwhile.
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
