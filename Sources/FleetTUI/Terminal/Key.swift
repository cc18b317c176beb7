/// Something that a person did with the keyboard or the mouse.
public enum Key: Hashable, Sendable {
    /// A character was typed.
    case character(Character)
    /// A letter was typed with Ctrl.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// F1 and so on.
    case function(Int)
    /// The mouse was used.
    case mouse(Mouse)
    /// A text came at once, from the clipboard.
    case paste(String)
}

/// Something that was done with the mouse, at a place that counts from 0 at the top left.
public struct Mouse: Hashable, Sendable {
    /// What was done.
    public enum Kind: Hashable, Sendable {
        /// The left button went down.
        case press
        /// The mouse moved with the left button down.
        case drag
        /// The left button went up.
        case release
        case wheelUp, wheelDown
    }

    /// What was done.
    public var kind: Kind
    /// Where, from the left.
    public var column: Int
    /// Where, from the top.
    public var row: Int

    /// Creates an event.
    public init(_ kind: Kind, column: Int, row: Int) {
        (self.kind, self.column, self.row) = (kind, column, row)
    }
}

extension Key {
    /// The key that a character is typed by; `nil` for one that means nothing here.
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
