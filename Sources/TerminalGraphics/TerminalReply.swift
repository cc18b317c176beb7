/// Incremental parser for a sequence that the terminal sends on its own, such as the reply to a
/// query: a control sequence, or a control string with its terminator (ECMA-48, 5.4 and 5.6; xterm
/// control sequences, "Device Control Functions").
public struct TerminalReply: Sendable {
    /// Effect of a character on the sequence.
    public enum Step: Sendable {
        /// The sequence continues.
        case incomplete
        /// The character ends the sequence.
        case complete
        /// The character does not belong to the sequence, which is broken off or was typed.
        case invalid
    }

    /// Maximum length of a sequence.
    private static let limit = 4096

    /// Character after Esc.
    private var introducer: Unicode.Scalar?
    /// Number of characters after the introducer.
    private var count = 0
    /// First of them, which identify the type of the sequence.
    private var prefix = ""
    /// Whether the last character was Esc: the start of the terminator, or typed by the user.
    public private(set) var isEscaped = false

    /// Starts a sequence after Esc.
    public init() {}

    /// Characters after Esc, if the user may have typed them, such as a character with Alt; `nil`
    /// if only a terminal sends such a sequence.
    public var typed: [Unicode.Scalar]? {
        count == 0 ? [introducer].compactMap(\.self) : nil
    }

    /// Whether the sequence is the start marker of pasted text (xterm control sequences, "Bracketed
    /// Paste Mode").
    public var isPasteStart: Bool { introducer == "[" && prefix == "200~" && count == 4 }

    /// Processes the next character.
    public mutating func append(_ character: Unicode.Scalar) -> Step {
        guard let introducer else {
            guard ["[", "P", "]", "_"].contains(character) else { return .invalid }
            introducer = character
            return .incomplete
        }
        guard count > 0 || Self.canStart(with: character, after: introducer) else {
            return .invalid
        }
        count += 1
        guard count <= Self.limit else { return .complete }
        if count <= 4 { prefix.unicodeScalars.append(character) }
        return introducer == "[" ? Self.step(character) : stepInString(character)
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
