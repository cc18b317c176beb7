/// Finds out what images a terminal shows, and on what ground: what to ask it, and what its answers say.
///
/// It is a value that is fed bytes. A terminal answers in order, and every terminal answers the last
/// question (primary device attributes), so that nothing is waited for after that.
public struct TerminalProbe: Sendable {
    /// The questions: whether it takes a kitty image ("Querying support and available transmission
    /// mediums"), its name (XTVERSION), the size of a cell (XTWINOPS 16), the color of its ground
    /// (OSC 11), its attributes (DA1).
    ///
    /// tmux and screen pass no kitty images on, and take the question for the title of the window.
    public var questions: [UInt8] {
        let kitty = isMultiplexed ? "" : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return Array((kitty + "\u{1B}[>q\u{1B}[16t\u{1B}]11;?\u{1B}\\\u{1B}[c").utf8)
    }

    /// Whether it is a terminal within tmux or screen.
    private let isMultiplexed: Bool

    /// More than any terminal answers; what goes on longer is no answer.
    private static let limit = 4096

    /// What the terminal can show, the best first; complete when `isDone`.
    public private(set) var protocols: [GraphicsProtocol] = []
    /// The size of a character cell, if the terminal tells it.
    public private(set) var cell: PixelSize?
    /// Whether the ground is light, if the terminal tells its color.
    public private(set) var hasLightGround: Bool?
    /// Whether the last answer has come, or too much of something else.
    public private(set) var isDone = false
    /// Bytes that are no answer: what was typed meanwhile.
    public private(set) var typed: [UInt8] = []

    /// The beginning of an answer, or of something else, whose rest has not come.
    public private(set) var unfinished: [UInt8] = []
    private var count = 0

    /// Begins with what the environment tells: iTerm2 names itself there, also over ssh.
    public init(environment: (String) -> String?) {
        let term = environment("TERM") ?? ""
        isMultiplexed =
            environment("TMUX") != nil || environment("STY") != nil
            || term.hasPrefix("tmux") || term.hasPrefix("screen")
        let names = ["LC_TERMINAL", "TERM_PROGRAM"].compactMap(environment)
        if environment("TMUX") == nil, names.contains(where: { $0.hasPrefix("iTerm") }) {
            add(.iterm)
        }
    }

    /// Whether a terminal can be asked at all: not one without escape sequences or without images.
    public static func isWorthAsking(_ environment: (String) -> String?) -> Bool {
        guard let term = environment("TERM") else { return false }
        return !["dumb", "linux", "vt100", "vt102"].contains(term)
    }

    /// Takes bytes that the terminal sent.
    public mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes where !isDone {
            count += 1
            unfinished.append(byte)
            if let end = Self.end(of: unfinished) {
                if end { read(unfinished) } else { typed += unfinished }
                unfinished.removeAll()
            }
            if count >= Self.limit { isDone = true }
        }
    }

    /// Whether the bytes are a whole sequence: `nil` if more must come, false if they are none.
    private static func end(of bytes: [UInt8]) -> Bool? {
        guard bytes[0] == 0x1B else { return false }
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            guard let last = bytes.dropFirst(2).last else { return nil }
            return (0x40...0x7E).contains(last) ? true : nil
        case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
            let isEnded = bytes.suffix(2) == [0x1B, 0x5C] || bytes.last == 0x07
            return bytes.count > 3 && isEnded ? true : nil
        default: return false
        }
    }

    private mutating func read(_ sequence: [UInt8]) {
        let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
        if text.hasPrefix("_G") {
            if text.contains("i=31") && text.contains(";OK") { add(.kitty) }
        } else if text.hasPrefix("P>|") {
            if text.hasPrefix("P>|iTerm2") { add(.iterm) }
        } else if text.hasPrefix("]11;rgb:") {
            readGround(text.dropFirst("]11;rgb:".count))
        } else if text.hasPrefix("[6;"), text.hasSuffix("t") {
            readCell(text.dropFirst(3).dropLast())
        } else if text.hasPrefix("[?"), text.hasSuffix("c") {
            let attributes = text.dropFirst(2).dropLast().split(separator: ";")
            if attributes.dropFirst().contains("4") { add(.sixel) }
            isDone = true
        } else {
            typed += sequence
        }
    }

    private mutating func readCell(_ text: Substring) {
        let numbers = text.split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return }
        cell = PixelSize(width: numbers[1], height: numbers[0])
    }

    /// Takes a color as X11 writes it (XParseColor): one to four hexadecimal digits for each component.
    private mutating func readGround(_ text: Substring) {
        let components = text.prefix { $0.isHexDigit || $0 == "/" }.split(separator: "/").map {
            digits in
            Int(digits, radix: 16).map {
                Double($0) / Double((1 << (4 * min(digits.count, 15))) - 1)
            }
        }
        guard components.count == 3, let red = components[0], let green = components[1],
            let blue = components[2]
        else { return }
        // The luminance of ITU-R BT.601.
        hasLightGround = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
    }

    private mutating func add(_ found: GraphicsProtocol) {
        guard !protocols.contains(found) else { return }
        protocols.append(found)
        protocols.sort { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ found: GraphicsProtocol) -> Int {
        GraphicsProtocol.allCases.firstIndex(of: found) ?? 0
    }
}
