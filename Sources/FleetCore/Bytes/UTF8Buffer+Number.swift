extension UTF8Buffer {
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

    /// Appends a number rounded to `decimals` places (at most 7), with trailing zeros if requested.
    mutating func append(_ number: Double, roundedTo decimals: Int, keepingZeros: Bool = false) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (number * scale).rounded()
        guard abs(scaled) < 1e15 else { return append(number.description) }
        appendScaled(Int(scaled), decimals: decimals, keepingZeros: keepingZeros)
    }

    private mutating func appendScaled(_ scaled: Int, decimals: Int, keepingZeros: Bool = false) {
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
        append(UInt8(ascii: "."))
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
}
