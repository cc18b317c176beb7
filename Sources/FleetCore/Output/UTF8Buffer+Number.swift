extension ByteText {
    /// Adds a whole number in decimal digits.
    mutating func append(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude, width: 1)
    }

    /// Adds the shortest decimal number that reads back as the same value.
    ///
    /// The value must be finite: neither JSON nor GBFS can write another.
    mutating func append(_ number: Double) {
        let scaled = (number * 1e7).rounded()
        // A quotient of two integers that doubles hold exactly is rounded to the nearest double, as
        // a reader of the decimal number would round it.
        if abs(scaled) < 1e15, scaled / 1e7 == number {
            appendScaled(Int(scaled), decimals: 7)
        } else {
            append(number.description)
        }
    }

    /// Adds a number rounded to so many decimals (at most 7); zeros at the end are kept if wanted.
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

    /// Adds a number with zeros before it up to `width` digits, which is at most 20.
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
