/// Growing UTF-8 text as bytes, so that a list of 100,000 vehicles creates no strings.
public struct UTF8Buffer: Sendable {
    /// The text so far.
    public internal(set) var bytes: [UInt8] = []

    /// Creates an empty buffer.
    public init() {}

    /// The text as a string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends text as is.
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

    /// Appends feed text, escaped for a terminal: see ``TerminalText``.
    mutating func appendEscaped(_ string: String) {
        append(TerminalText.escaped(string))
    }
}
