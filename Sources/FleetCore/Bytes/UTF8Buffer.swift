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

    /// Appends an integer in decimal digits.
    mutating func append(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude, width: 1)
    }

    /// Appends the shortest decimal number that parses as the same value.
    ///
    /// The value must be finite: JSON has no other numbers.
    mutating func append(_ number: Double) {
        let scaled = (number * 1e7).rounded()
        // The quotient of two integers that are exact as doubles is correctly rounded, so it equals
        // the double that a parser reads from the decimal number.
        if abs(scaled) < 1e15, scaled / 1e7 == number {
            appendScaled(Int(scaled), decimals: 7)
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
        appendScaled(
            Int(scaled), decimals: decimals, keepingZeros: keepingZeros, in: language)
    }

    private mutating func appendScaled(
        _ scaled: Int, decimals: Int, keepingZeros: Bool = false,
        in language: Language = .english
    ) {
        var fraction = scaled.magnitude
        var divisor: UInt = 1
        for _ in 0..<decimals { divisor *= 10 }
        if scaled < 0 { append(UInt8(ascii: "-")) }
        appendDigits(fraction / divisor, width: 1)
        fraction %= divisor
        guard fraction > 0 || (keepingZeros && decimals > 0) else { return }
        var width = decimals
        while fraction % 10 == 0, !keepingZeros {
            fraction /= 10
            width -= 1
        }
        if language.isSource {
            append(UInt8(ascii: "."))
        } else {
            append(language.decimalSeparator)
        }
        appendDigits(fraction, width: width)
    }

    /// Appends a number, padded with leading zeros to `width` digits (at most 20).
    mutating func appendDigits(_ number: UInt, width: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number
            var start = digits.count
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while start > 0 && (rest > 0 || digits.count - start < width)
            bytes.append(contentsOf: digits[start...])
        }
    }

    /// Appends a time in UTC in RFC 3339 format, with milliseconds only if they are not zero.
    ///
    /// The time must be writable: years 1 to 9999.
    mutating func append(_ time: Timestamp) {
        let civil = CivilTime(time)
        appendDate(civil)
        append(UInt8(ascii: "T"))
        appendClock(civil)
        append(UInt8(ascii: "Z"))
    }

    /// Appends a time as in `2026-01-31 13:00:00`, some seconds ahead of UTC, without milliseconds.
    mutating func append(_ time: Timestamp, aheadOfUTC offset: Int) {
        var civil = CivilTime(time + .seconds(offset))
        civil.millisecondOfDay -= civil.millisecondOfDay % 1000
        appendDate(civil)
        append(UInt8(ascii: " "))
        appendClock(civil)
    }

    private mutating func appendDate(_ civil: CivilTime) {
        appendDigits(civil.year.magnitude, width: 4)
        append(UInt8(ascii: "-"))
        appendDigits(civil.month.magnitude, width: 2)
        append(UInt8(ascii: "-"))
        appendDigits(civil.day.magnitude, width: 2)
    }

    private mutating func appendClock(_ civil: CivilTime) {
        let seconds = civil.millisecondOfDay / 1000
        appendDigits((seconds / 3600).magnitude, width: 2)
        append(UInt8(ascii: ":"))
        appendDigits((seconds / 60 % 60).magnitude, width: 2)
        append(UInt8(ascii: ":"))
        appendDigits((seconds % 60).magnitude, width: 2)
        let milliseconds = civil.millisecondOfDay % 1000
        guard milliseconds > 0 else { return }
        append(UInt8(ascii: "."))
        appendDigits(milliseconds.magnitude, width: 3)
    }
}
