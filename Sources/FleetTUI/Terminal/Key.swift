/// Input from the keyboard or the mouse.
public enum Key: Hashable, Sendable {
    /// A typed character.
    case character(Character)
    /// A letter typed with Ctrl.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
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
    /// Creates the key for a typed character; returns nil for one without a meaning here.
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
