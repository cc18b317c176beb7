/// Input from the keyboard or the mouse.
public enum Key: Hashable, Sendable {
    /// A typed character.
    case character(Character)
    /// A letter typed with Ctrl.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// An arrow typed with Shift.
    case shiftUp, shiftDown
    /// A function key, such as F1.
    case function(Int)
    /// A mouse event.
    case mouse(Mouse)
    /// Text pasted from the clipboard.
    case paste(String)
}

/// Mouse event at a cell; columns and rows count from 0 at the top left.
public struct Mouse: Hashable, Sendable {
    /// Type of mouse event.
    public enum Kind: Hashable, Sendable {
        /// The left button went down.
        case press
        /// The mouse moved with the left button down.
        case drag
        /// The left button went up.
        case release
        case wheelUp, wheelDown
    }

    /// Type of event.
    public var kind: Kind
    /// Column, from the left.
    public var column: Int
    /// Row, from the top.
    public var row: Int

    /// Creates an event.
    public init(_ kind: Kind, column: Int, row: Int) {
        (self.kind, self.column, self.row) = (kind, column, row)
    }
}

extension Key {
    /// Creates the key for a typed character; returns `nil` for one without a meaning here.
    init?(typed character: Unicode.Scalar) {
        switch character.value {
        case 8, 0x7F: self = .backspace
        case 9: self = .tab
        case 10, 13: self = .enter
        case 1...26:
            guard let letter = Unicode.Scalar(character.value + 0x60) else { return nil }
            self = .control(Character(letter))
        case 0..<32: return nil
        default: self = .character(Character(character))
        }
    }
}

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
