/// Writer of a short text into a buffer on the stack.
struct StackText {
    /// Maximum length in bytes, more than any number, time or name of a member has.
    static let capacity = 128

    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    /// Creates a writer into a buffer with this capacity, which is valid as long as the writer.
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    /// The text so far.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[..<count]) }

    mutating func append(_ byte: UInt8) {
        precondition(count < buffer.count, "a text is too long for StackText")
        buffer.initializeElement(at: count, to: byte)
        count += 1
    }

    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { append($0) }
    }

    mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { append($0) }
    }

    private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
        precondition(utf8.count <= buffer.count - count, "a text is too long for StackText")
        count = buffer[count...].initialize(fromContentsOf: utf8)
    }

    /// Appends a number, padded with leading zeros to `width` digits.
    mutating func appendDigits(_ number: UInt, width: Int = 1) {
        var (length, rest) = (1, number / 10)
        while rest > 0 || length < width { (length, rest) = (length + 1, rest / 10) }
        precondition(length <= buffer.count - count, "a text is too long for StackText")
        rest = number
        for index in (count..<count + length).reversed() {
            buffer.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        count += length
    }

    /// Appends an integer divided by ten to the power of `decimals`, with trailing zeros if requested
    /// and the decimal separator of a language.
    mutating func appendScaled(
        _ scaled: Int, decimals: Int, keepingZeros: Bool = false, in language: Language = .english
    ) {
        var fraction = scaled.magnitude
        var divisor: UInt = 1
        for _ in 0..<decimals { divisor *= 10 }
        if scaled < 0 { append(UInt8(ascii: "-")) }
        appendDigits(fraction / divisor)
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

    /// Appends a time of the years 0 to 9999, with milliseconds only if they are not zero.
    mutating func append(_ time: CivilTime, separator: UInt8, suffix: StaticString) {
        appendDigits(time.year.magnitude, width: 4)
        append(UInt8(ascii: "-"))
        appendDigits(time.month.magnitude, width: 2)
        append(UInt8(ascii: "-"))
        appendDigits(time.day.magnitude, width: 2)
        append(separator)
        let seconds = time.millisecondOfDay / 1000
        appendDigits((seconds / 3600).magnitude, width: 2)
        append(UInt8(ascii: ":"))
        appendDigits((seconds / 60 % 60).magnitude, width: 2)
        append(UInt8(ascii: ":"))
        appendDigits((seconds % 60).magnitude, width: 2)
        let milliseconds = time.millisecondOfDay % 1000
        if milliseconds > 0 {
            append(UInt8(ascii: "."))
            appendDigits(milliseconds.magnitude, width: 3)
        }
        append(suffix)
    }
}
