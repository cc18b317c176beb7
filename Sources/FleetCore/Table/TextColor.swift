/// A color of text on a terminal (ECMA-48, SGR).
enum TextColor: Equatable {
    case plain, bold, faint, red, green, yellow, blue, magenta, cyan
    /// One of the 256 indexed colors, for tones beyond the basic eight.
    case palette(UInt8)

    static let reset = "\u{1B}[0m"

    /// Escape sequence that selects the color; empty for plain text.
    var sequence: String {
        switch self {
        case .plain: ""
        case .bold: "\u{1B}[1m"
        case .faint: "\u{1B}[2m"
        case .red: "\u{1B}[31m"
        case .green: "\u{1B}[32m"
        case .yellow: "\u{1B}[33m"
        // Blue is not legible on black. Terminals with 256 colors take the second, fixed color, the
        // others keep bright blue.
        case .blue: "\u{1B}[94m\u{1B}[38;5;69m"
        case .magenta: "\u{1B}[35m"
        case .cyan: "\u{1B}[36m"
        case .palette(let index): "\u{1B}[38;5;\(index)m"
        }
    }

    /// Returns the text in this color.
    func callAsFunction(_ text: String) -> String {
        self == .plain ? text : sequence + text + Self.reset
    }

    /// Creates the color of the meaning of a text.
    init(_ tone: Tone) {
        switch tone {
        case .plain: self = .plain
        case .good: self = .green
        case .warning: self = .yellow
        case .bad, .alarm: self = .red
        case .muted: self = .faint
        }
    }

    /// Creates the color of a tone; black and white stay plain, since either may be the background.
    init(tone: String) {
        switch tone {
        case "red", "crimson": self = .red
        case "green", "lime": self = .green
        case "yellow", "gold": self = .yellow
        case "blue", "navy": self = .blue
        case "magenta", "purple", "violet", "pink": self = .magenta
        case "cyan", "turquoise", "teal": self = .cyan
        case "orange": self = .palette(208)
        case "brown": self = .palette(130)
        case "gray", "grey", "silver": self = .palette(245)
        default: self = .plain
        }
    }
}
