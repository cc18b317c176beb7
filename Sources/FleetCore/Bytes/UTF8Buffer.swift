/// Growing UTF-8 text as bytes, so that a list of 100,000 vehicles creates no strings.
public struct UTF8Buffer: Equatable, Sendable {
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

    /// Appends a short text, which is cheaper than to append its parts.
    mutating func append(_ write: (inout StackText) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: StackText.capacity) { buffer in
            var text = StackText(buffer)
            write(&text)
            bytes.append(contentsOf: text.bytes)
        }
    }

    /// Appends an integer in decimal digits.
    mutating func append(_ number: Int) {
        append { text in
            if number < 0 { text.append(UInt8(ascii: "-")) }
            text.appendDigits(number.magnitude)
        }
    }

    /// Appends the shortest decimal number that parses as the same value.
    ///
    /// The value must be finite: JSON has no other numbers.
    mutating func append(_ number: Double) {
        let scaled = (number * 1e7).rounded()
        // The quotient of two integers that are exact as doubles is correctly rounded, so it equals
        // the double that a parser reads from the decimal number.
        if abs(scaled) < 1e15, scaled / 1e7 == number {
            append { $0.appendScaled(Int(scaled), decimals: 7) }
        } else {
            append(number.description)
        }
    }

    /// Appends a number rounded to `decimals` places (at most 7), with trailing zeros if requested,
    /// and the decimal separator of a language.
    public mutating func append(
        _ number: Double, roundedTo decimals: Int, keepingZeros: Bool = false,
        in language: Language = .english
    ) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (number * scale).rounded()
        guard abs(scaled) < 1e15 else { return append(number.description) }
        append {
            $0.appendScaled(
                Int(scaled), decimals: decimals, keepingZeros: keepingZeros, in: language)
        }
    }

    /// Appends a time in UTC in RFC 3339 format, with milliseconds only if they are not zero.
    ///
    /// The time must be writable: years 1 to 9999.
    mutating func append(_ time: Timestamp) {
        append { $0.append(CivilTime(time), separator: UInt8(ascii: "T"), suffix: "Z") }
    }

    /// Appends a time as in `2026-01-31 13:00:00`, some seconds ahead of UTC, without milliseconds.
    mutating func append(_ time: Timestamp, aheadOfUTC offset: Int) {
        var civil = CivilTime(time + .seconds(offset))
        civil.millisecondOfDay -= civil.millisecondOfDay % 1000
        append { $0.append(civil, separator: UInt8(ascii: " "), suffix: "") }
    }
}
