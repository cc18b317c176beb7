import FleetCore
import JSON

/// A share of something full, as a feed may write it.
struct Charge {
    private var number: Double
    private var isMarked: Bool
    private var isWhole: Bool

    /// Reads a number, or a text such as `68`, `0.68` or `68%`; `nil` if it is negative.
    init?(_ field: JSONField) {
        if let number = field.double {
            self.init(number, isWhole: field.integer != nil)
        } else if field.kind == .string {
            self.init(text: field.bytes.trimmed)
        } else {
            return nil
        }
    }

    /// Reads a number or text of a tree.
    init?(_ value: JSONValue?) {
        switch value {
        case .integer(let number): self.init(Double(number), isWhole: true)
        case .number(let number): self.init(number, isWhole: false)
        case .string(var text):
            let charge = text.withUTF8 { Charge(text: $0.trimmed) }
            guard let charge else { return nil }
            self = charge
        case .null, .bool, .digits, .array, .object, nil: return nil
        }
    }

    private init?(text: UnsafeBufferPointer<UInt8>) {
        let isMarked = text.last == UInt8(ascii: "%")
        let digits = UnsafeBufferPointer(rebasing: text.dropLast(isMarked ? 1 : 0))
        guard let number = Double(lenient: digits) else { return nil }
        self.init(number, isMarked: isMarked, isWhole: !digits.contains(UInt8(ascii: ".")))
    }

    private init?(_ number: Double, isMarked: Bool = false, isWhole: Bool) {
        guard number >= 0 else { return nil }
        (self.number, self.isMarked, self.isWhole) = (number, isMarked, isWhole)
    }

    /// The share, 0 to 1, where 1 means full (GBFS: `current_fuel_percent`).
    ///
    /// What is more than 1, or marked by `%`, is percent; more than 100 is nonsense.
    var fraction: Double? { share(percent: isMarked || number > 1) }

    /// The share, 0 to 1, where a whole number is percent: 1 is nearly empty, 1.0 and 0.68 are not.
    var percentOrFraction: Double? { share(percent: isMarked || isWhole || number > 1) }

    private func share(percent isPercent: Bool) -> Double? {
        guard number <= 100 else { return nil }
        return isPercent ? number / 100 : number
    }
}

extension Battery {
    /// Creates a charge from a share of 0 to 1.
    ///
    /// Percent are rounded at the sixth decimal, so that 0.57 becomes 57, not 56.99999999999999.
    init?(share: Double, isEstimated: Bool = false) {
        self.init(percent: (share * 1e8).rounded() / 1e6, isEstimated: isEstimated)
    }
}
