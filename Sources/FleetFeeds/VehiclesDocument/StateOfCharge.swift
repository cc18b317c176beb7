import FleetCore
import JSON

/// State of charge, in any form that feeds use.
struct StateOfCharge {
    private var number: Double
    private var hasPercentSign: Bool
    private var isWhole: Bool

    /// Reads a number, or a text such as `68`, `0.68` or `68%`; returns `nil` if it is negative.
    init?(_ field: JSONField) {
        if let number = field.double {
            self.init(number, isWhole: field.integer != nil)
        } else if field.kind == .string {
            self.init(text: field.bytes.trimmed)
        } else {
            return nil
        }
    }

    /// Reads a number or text from a parsed value.
    init?(_ value: JSONValue?) {
        switch value {
        case .integer(let number): self.init(Double(number), isWhole: true)
        case .number(let number): self.init(number, isWhole: false)
        case .string(var text):
            let charge = text.withUTF8 { StateOfCharge(text: $0.trimmed) }
            guard let charge else { return nil }
            self = charge
        case .null, .bool, .digits, .array, .object, nil: return nil
        }
    }

    private init?(text: UnsafeBufferPointer<UInt8>) {
        let hasPercentSign = text.last == UInt8(ascii: "%")
        let digits = UnsafeBufferPointer(rebasing: text.dropLast(hasPercentSign ? 1 : 0))
        guard let number = Double(lenient: digits) else { return nil }
        self.init(
            number, hasPercentSign: hasPercentSign, isWhole: !digits.contains(UInt8(ascii: ".")))
    }

    private init?(_ number: Double, hasPercentSign: Bool = false, isWhole: Bool) {
        guard number >= 0 else { return nil }
        (self.number, self.hasPercentSign, self.isWhole) = (number, hasPercentSign, isWhole)
    }

    /// Fraction from 0 to 1, where 1 means full (GBFS: `current_fuel_percent`).
    ///
    /// A number above 1 or with `%` is a percentage; `nil` above 100.
    var fraction: Double? { fraction(percent: hasPercentSign || number > 1) }

    /// Fraction from 0 to 1, where a whole number is a percentage: 1 is nearly empty, 1.0 is full.
    var percentOrFraction: Double? { fraction(percent: hasPercentSign || isWhole || number > 1) }

    private func fraction(percent isPercent: Bool) -> Double? {
        guard number <= 100 else { return nil }
        return isPercent ? number / 100 : number
    }
}

extension Battery {
    /// Creates a battery from a fraction of 0 to 1.
    ///
    /// The percentage is rounded to six decimals, so that 0.57 becomes 57, not 56.99999999999999.
    init?(fraction: Double, isEstimated: Bool = false) {
        self.init(percent: (fraction * 1e8).rounded() / 1e6, isEstimated: isEstimated)
    }
}
