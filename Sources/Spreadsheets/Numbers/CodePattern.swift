/// Pattern of a number that is an identifier, such as `00000`, `000-000` or `"CB-"000`.
struct CodePattern: Equatable, Sendable {
    /// Bytes of the pattern; `nil` for a digit.
    let places: [UInt8?]
    /// Number of digits that are shown at least.
    let digits: Int
    /// Whether digits after the decimal point are shown.
    let hasFraction: Bool

    /// Appends a number with leading zeros; further digits are before the first place of a digit.
    func append(_ number: DecimalNumber, to bytes: inout [UInt8]) {
        let number = hasFraction ? number.rounded : number.wholeNumber
        let power = number.digits.count + number.exponent
        guard power <= 20, number.exponent > -20 else {
            number.append(to: &bytes)
            return
        }
        if number.isNegative { bytes.append(UInt8(ascii: "-")) }
        var plain: [UInt8] = []
        number.magnitude.append(to: &plain)
        let whole = plain.prefix { $0 != UInt8(ascii: ".") }
        var rest = (repeatElement(UInt8(ascii: "0"), count: max(0, digits - whole.count)) + whole)[
            ...]
        var places = digits
        for place in self.places {
            if let place {
                bytes.append(place)
                continue
            }
            let count = rest.count - places + 1
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            places -= 1
        }
        bytes += plain[whole.endIndex...]
    }
}

extension DecimalNumber {
    fileprivate var magnitude: DecimalNumber {
        var number = self
        number.isNegative = false
        return number
    }
}
