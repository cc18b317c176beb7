import POSIX
package import SystemPackage

/// Queries for a terminal's image protocols and background color, and the parser of its replies.
///
/// A terminal replies in order, and every terminal replies to the last query (primary device
/// attributes), so the probe is done after that reply.
public struct TerminalProbe: Sendable {
    /// Queries for kitty image support ("Querying support and available transmission mediums"), the
    /// terminal's name (XTVERSION), cell size (XTWINOPS 16), background color (OSC 11) and
    /// attributes (DA1).
    ///
    /// tmux and screen do not forward kitty images and would take that query for a window title.
    public var queries: [UInt8] {
        let kitty = isMultiplexed ? "" : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return Array((kitty + "\u{1B}[>q\u{1B}[16t\u{1B}]11;?\u{1B}\\\u{1B}[c").utf8)
    }

    /// Whether the terminal runs inside tmux or screen.
    private let isMultiplexed: Bool

    /// Maximum number of bytes of all replies.
    private static let limit = 4096

    /// Supported image protocols, best first; complete when `isDone`.
    public private(set) var protocols: [GraphicsProtocol] = []
    /// Size of a character cell, if the terminal reports it.
    public private(set) var cell: PixelSize?
    /// Whether the background is light, if the terminal reports its color.
    public private(set) var hasLightBackground: Bool?
    /// Whether the last reply or too many other bytes have arrived.
    public private(set) var isDone = false
    /// Bytes that are not part of a reply: input typed in the meantime.
    public private(set) var typed: [UInt8] = []

    /// Incomplete sequence at the end of the input.
    public private(set) var unfinished: [UInt8] = []
    /// Parser of that sequence; `nil` if it is empty.
    private var reply: TerminalReply?
    private var count = 0

    /// Creates a probe; iTerm2 is detected by its environment variables, also over ssh.
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

    /// Returns whether the terminal type supports escape sequences and may support images.
    public static func supportsQueries(_ environment: (String) -> String?) -> Bool {
        guard let term = environment("TERM") else { return false }
        return !["dumb", "linux", "vt100", "vt102"].contains(term)
    }

    /// Queries the terminal at a descriptor that is open for reading and writing.
    ///
    /// The terminal is in raw mode during the query. One that does not reply in time is treated as
    /// a terminal without images.
    /// - Parameter timeoutMilliseconds: Timeout of each read.
    package mutating func query(_ terminal: FileDescriptor, timeoutMilliseconds: Int32) {
        terminal.withRawMode {
            guard (try? terminal.write(all: queries)) != nil else { return }
            for _ in 0..<64 where !isDone {
                let input = FileDescriptor.waitForInput(
                    terminal, milliseconds: timeoutMilliseconds)
                guard input.isReady else { return }
                let bytes = terminal.availableBytes()
                if bytes.isEmpty { return }
                take(bytes)
            }
        }
    }

    /// Processes bytes from the terminal.
    public mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes where !isDone {
            count += 1
            process(byte)
            if count >= Self.limit { isDone = true }
        }
    }

    private mutating func process(_ byte: UInt8) {
        switch reply?.append(Unicode.Scalar(byte)) {
        case .incomplete: unfinished.append(byte)
        case .complete:
            interpret(unfinished + [byte])
            (reply, unfinished) = (nil, [])
        case .invalid:
            typed += unfinished
            (reply, unfinished) = (nil, [])
            process(byte)
        case nil where byte == 0x1B: (reply, unfinished) = (TerminalReply(), [byte])
        case nil: typed.append(byte)
        }
    }

    private mutating func interpret(_ sequence: [UInt8]) {
        let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
        if text.hasPrefix("_G") {
            if text.contains("i=31") && text.contains(";OK") { add(.kitty) }
        } else if text.hasPrefix("P>|") {
            if text.hasPrefix("P>|iTerm2") { add(.iterm) }
        } else if text.hasPrefix("]11;rgb:") {
            readBackground(text.dropFirst("]11;rgb:".count))
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

    /// Parses an X11 color (XParseColor): one to four hexadecimal digits per component.
    private mutating func readBackground(_ text: Substring) {
        let components = text.prefix { $0.isHexDigit || $0 == "/" }.split(separator: "/").map {
            digits in
            Int(digits, radix: 16).map {
                Double($0) / Double((1 << (4 * min(digits.count, 15))) - 1)
            }
        }
        guard components.count == 3, let red = components[0], let green = components[1],
            let blue = components[2]
        else { return }
        // Luminance by ITU-R BT.601.
        hasLightBackground = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
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
