/// Follows something that a terminal sends and nobody typed, such as an answer that comes late: a control
/// sequence, or a string with its terminator (ECMA-48, 5.4 and 5.6; xterm control sequences, "Device
/// Control Functions").
struct TerminalAnswer {
    /// What a character is to it.
    enum Step {
        /// It goes on.
        case part
        /// It ends with the character.
        case end
        /// The character is none of it, which is over without an end.
        case foreign
    }

    /// No honest answer is longer.
    private static let limit = 4096

    private let isString: Bool
    private var count = 0
    /// Whether Esc came last: the terminator begins so, and a person who waits no longer types it.
    private(set) var isEscaped = false
    /// What it begins with, as far as that tells it from others.
    private var beginning = ""

    /// Begins after Esc and another character; `nil` if no answer goes on so, but somebody typed Esc, or
    /// a character with Alt.
    init?(_ introducer: Unicode.Scalar, then first: Unicode.Scalar) {
        guard Self.follows(first, introducer) else { return nil }
        isString = introducer != "["
        beginning.unicodeScalars.append(first)
    }

    /// Whether it is the mark before a pasted text, which ncurses knows only if it comes at once.
    var isPasteBegin: Bool { !isString && beginning == "200~" && count == 3 }

    /// Whether the character begins an answer.
    static func isIntroducer(_ character: Unicode.Scalar) -> Bool {
        ["[", "P", "]", "_"].contains(character)
    }

    /// A control sequence has parameters, a device control string a parameter or a mark of its kind, an
    /// operating system command its number, and an application's string is an answer of kitty's.
    private static func follows(_ first: Unicode.Scalar, _ introducer: Unicode.Scalar) -> Bool {
        switch introducer {
        case "[": ("0"..."?").contains(first)
        case "P": (" "..."?").contains(first)
        case "]": ("0"..."9").contains(first)
        case "_": first == "G"
        default: false
        }
    }

    mutating func take(_ character: Unicode.Scalar) -> Step {
        count += 1
        guard count < Self.limit else { return .end }
        if count < 4 { beginning.unicodeScalars.append(character) }
        return isString ? takeOfString(character) : Self.stepOfSequence(character)
    }

    private static func stepOfSequence(_ character: Unicode.Scalar) -> Step {
        switch character {
        case " "..."?": .part
        case "@"..."~": .end
        default: .foreign
        }
    }

    private mutating func takeOfString(_ character: Unicode.Scalar) -> Step {
        if isEscaped { return character == "\\" ? .end : .foreign }
        switch character {
        case "\u{7}": return .end
        case "\u{1B}":
            isEscaped = true
            return .part
        case ..<" ", "\u{7F}": return .foreign
        default: return .part
        }
    }
}
