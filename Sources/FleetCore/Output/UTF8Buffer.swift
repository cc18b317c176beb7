/// UTF-8 text in the making, as bytes: a list of a hundred thousand vehicles makes no strings.
public struct ByteText: Sendable {
    /// The text so far.
    public internal(set) var bytes: [UInt8] = []

    /// Creates an empty text.
    public init() {}

    /// The text as a string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds text as it is.
    public mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ byte: UInt8, count: Int) {
        guard count > 0 else { return }
        bytes.append(contentsOf: repeatElement(byte, count: count))
    }

    /// Adds feed text, made safe for a terminal: see ``TerminalText``.
    mutating func appendEscaped(_ string: String) {
        append(TerminalText.escaped(string))
    }
}
