/// Decimal number with as many digits as spreadsheets store.
struct DecimalNumber: Equatable {
    /// Digits that are read; stored numbers have up to 17.
    private static let readDigits = 17
    /// Digits that spreadsheets show.
    private static let shownDigits = 15

    var isNegative = false
    /// Digits of the number, which is this times 10 to the power of the exponent.
    private(set) var mantissa: UInt64 = 0
    private(set) var exponent = 0

    private init() {}

    /// Reads a number of XML Schema's type `double`, without its names of special values.
    init?(_ text: some Sequence<UInt8>) {
        var digits = 0
        var hasDigit = false
        var hasPoint = false
        var iterator = text.makeIterator()
        var next = iterator.next()
        if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") {
            isNegative = next == UInt8(ascii: "-")
            next = iterator.next()
        }
        while let byte = next {
            if byte >= 0x30, byte <= 0x39 {
                hasDigit = true
                if digits < Self.readDigits {
                    mantissa = 10 * mantissa + UInt64(byte - 0x30)
                    if mantissa > 0 { digits += 1 }
                    if hasPoint { exponent -= 1 }
                } else if !hasPoint {
                    exponent += 1
                }
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            next = iterator.next()
        }
        guard hasDigit else { return nil }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            guard let power = Self.power(&iterator) else { return nil }
            exponent += power
        } else if next != nil {
            return nil
        }
        if mantissa == 0 { (isNegative, exponent) = (false, 0) }
    }

    /// Reads the rest of a number after its `E`; the value is limited to what no number exceeds.
    private static func power(_ iterator: inout some IteratorProtocol<UInt8>) -> Int? {
        var next = iterator.next()
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { next = iterator.next() }
        guard next != nil else { return nil }
        var power = 0
        while let byte = next {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            power = min(100_000, 10 * power + Int(byte - 0x30))
            next = iterator.next()
        }
        return isNegative ? -power : power
    }

    /// The number with the digits that spreadsheets show, without zeros at its end.
    var rounded: DecimalNumber {
        var number = self
        var limit: UInt64 = 1
        for _ in 0..<Self.shownDigits { limit *= 10 }
        while number.mantissa >= 10 * limit { number.drop() }
        if number.mantissa >= limit {
            number.mantissa += 5
            number.drop()
        }
        while number.mantissa > 0, number.mantissa % 10 == 0 { number.drop() }
        return number
    }

    /// The number without a fraction, rounded half up; its exponent is not negative.
    var wholeNumber: DecimalNumber {
        var number = self
        while number.exponent < -1, number.mantissa > 0 { number.drop() }
        if number.exponent == -1 {
            number.mantissa += 5
            number.drop()
        }
        return number.mantissa == 0 ? DecimalNumber() : number.rounded
    }

    /// The number times 100.
    var percent: DecimalNumber {
        var number = self
        if mantissa > 0 { number.exponent += 2 }
        return number
    }

    private mutating func drop() {
        mantissa /= 10
        exponent += 1
    }

    /// The nearest double; not finite if it is too large.
    var double: Double {
        var value = Double(mantissa)
        guard (-400...400).contains(exponent) else { return exponent < 0 ? 0 : .infinity }
        // Powers of ten up to 10^22 are exact.
        for _ in 0..<abs(exponent) / 22 { value = exponent < 0 ? value / 1e22 : value * 1e22 }
        var power = 1.0
        for _ in 0..<abs(exponent) % 22 { power *= 10 }
        value = exponent < 0 ? value / power : value * power
        return isNegative ? -value : value
    }

    /// The digits of the mantissa.
    var digits: [UInt8] { Array(String(mantissa).utf8) }
}

extension DecimalNumber {
    /// Greatest power of ten that is written with all zeros; a cell's editor shows 20 digits.
    private static let maxPlainPower = 20
    /// Smallest power of ten that is written with all zeros.
    private static let minPlainPower = -10

    /// Appends the number as spreadsheets show it: `0.3`, `1200`, `1.5E+25`.
    func append(to bytes: inout [UInt8]) {
        let number = rounded
        if number.isNegative, number.mantissa > 0 { bytes.append(UInt8(ascii: "-")) }
        var buffer: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &buffer) { buffer in
            var start = buffer.count
            var rest = number.mantissa
            repeat {
                start -= 1
                buffer[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            number.append(UnsafeRawBufferPointer(rebasing: buffer[start...]), to: &bytes)
        }
    }

    private func append(_ digits: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        let power = digits.count - 1 + exponent
        let zero = UInt8(ascii: "0")
        let point = UInt8(ascii: ".")
        if power > Self.maxPlainPower || power < Self.minPlainPower {
            bytes.append(digits[0])
            if digits.count > 1 {
                bytes.append(point)
                bytes.append(contentsOf: digits[1...])
            }
            bytes += "E\(power < 0 ? "-" : "+")\(abs(power) < 10 ? "0" : "")\(abs(power))".utf8
        } else if power < 0 {
            bytes.append(zero)
            bytes.append(point)
            bytes.append(contentsOf: repeatElement(zero, count: -power - 1))
            bytes.append(contentsOf: digits)
        } else if exponent >= 0 {
            bytes.append(contentsOf: digits)
            bytes.append(contentsOf: repeatElement(zero, count: exponent))
        } else {
            bytes.append(contentsOf: digits[...power])
            bytes.append(point)
            bytes.append(contentsOf: digits[(power + 1)...])
        }
    }
}
