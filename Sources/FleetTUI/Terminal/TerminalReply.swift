/// Incremental parser for a sequence that the terminal sends on its own, such as a late reply to a
/// query: a control sequence, or a control string with its terminator (ECMA-48, 5.4 and 5.6; xterm
/// control sequences, "Device Control Functions").
struct TerminalReply {
    /// Effect of a character on the sequence.
    enum Step {
        /// The sequence continues.
        case incomplete
        /// The character ends the sequence.
        case complete
        /// The character does not belong to the sequence, which is broken off.
        case invalid
    }

    /// Maximum length of a sequence.
    private static let limit = 4096

    private let isString: Bool
    private var count = 0
    /// Whether the last character was Esc: the start of the terminator, or typed by the user.
    private(set) var isEscaped = false
    /// First characters, which identify the type of the sequence.
    private var prefix = ""

    /// Starts a sequence after Esc, the introducer and the first character.
    ///
    /// Returns nil if no reply starts like that, so the user typed Esc or a character with Alt.
    init?(_ introducer: Unicode.Scalar, then first: Unicode.Scalar) {
        guard Self.canStart(with: first, after: introducer) else { return nil }
        isString = introducer != "["
        prefix.unicodeScalars.append(first)
    }

    /// Whether the sequence is the start marker of pasted text, which ncurses recognizes only if it
    /// arrives at once.
    var isPasteStart: Bool { !isString && prefix == "200~" && count == 3 }

    /// Returns whether a character after Esc can introduce a reply.
    static func isIntroducer(_ character: Unicode.Scalar) -> Bool {
        ["[", "P", "]", "_"].contains(character)
    }

    /// Returns whether a reply can start with a character after an introducer.
    ///
    /// A control sequence starts with a parameter, a device control string with a parameter or a
    /// private marker, an operating system command with its number, and a kitty reply with `G`.
    private static func canStart(
        with first: Unicode.Scalar, after introducer: Unicode.Scalar
    ) -> Bool {
        switch introducer {
        case "[": ("0"..."?").contains(first)
        case "P": (" "..."?").contains(first)
        case "]": ("0"..."9").contains(first)
        case "_": first == "G"
        default: false
        }
    }

    mutating func append(_ character: Unicode.Scalar) -> Step {
        count += 1
        guard count < Self.limit else { return .complete }
        if count < 4 { prefix.unicodeScalars.append(character) }
        return isString ? stepInString(character) : Self.step(character)
    }

    private static func step(_ character: Unicode.Scalar) -> Step {
        switch character {
        case " "..."?": .incomplete
        case "@"..."~": .complete
        default: .invalid
        }
    }

    private mutating func stepInString(_ character: Unicode.Scalar) -> Step {
        if isEscaped { return character == "\\" ? .complete : .invalid }
        switch character {
        case "\u{7}": return .complete
        case "\u{1B}":
            isEscaped = true
            return .incomplete
        case ..<" ", "\u{7F}": return .invalid
        default: return .incomplete
        }
    }
}
