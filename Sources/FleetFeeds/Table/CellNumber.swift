import FleetCore

/// A decimal number at the beginning of a cell, with a decimal point or comma and any separators of
/// thousands.
struct CellNumber {
    /// The number.
    let value: Double
    /// Whether it has no decimal separator.
    let isWhole: Bool
    /// The cell after it, such as a unit, without spaces.
    let rest: CellBytes

    private static let maxDigits = 40

    /// Reads a number; returns `nil` if the cell does not begin with one.
    ///
    /// - Parameter groups: Whether one separator before exactly three digits is that of thousands,
    ///   as in `1.200 m`.
    init?(_ cell: CellBytes, groups: Bool = false) {
        guard let scan = NumberScan(cell, maxDigits: Self.maxDigits) else { return nil }
        let point = scan.decimalPoint(groups: groups)
        (value, isWhole) = (scan.value(decimalsAfter: point), point == nil)
        guard value.isFinite else { return nil }
        rest = CellBytes(rebasing: cell[scan.end...]).withoutInvisibleEnds
    }

    /// Reads a cell that is one number without separators of thousands, of either decimal
    /// separator.
    static func decimal(_ cell: CellBytes) -> Double? {
        guard let scan = NumberScan(cell, maxDigits: maxDigits, separators: false),
            scan.end == cell.count, scan.separators <= 1
        else { return nil }
        let value = scan.value(decimalsAfter: scan.separators == 1 ? scan.digitsBeforeLast : nil)
        return value.isFinite ? value : nil
    }
}

/// Digits and separators of a number.
private struct NumberScan {
    private var isNegative = false
    private var mantissa: UInt64 = 0
    /// Number of digits in the mantissa, and of those that did not fit.
    private var digits = 0
    private var dropped = 0
    private var exponent = 0
    /// Number of points and commas, and the last one with the number of digits before it.
    private(set) var separators = 0
    private var lastSeparator: UInt8 = 0
    private(set) var digitsBeforeLast = 0
    /// Whether the last one is the same as the one before it.
    private var isRepeated = false
    /// Index after the number.
    private(set) var end = 0

    init?(_ cell: CellBytes, maxDigits: Int, separators allowsGroups: Bool = true) {
        var index = 0
        takeSign(cell, &index)
        while index < cell.count, digits + dropped <= maxDigits {
            let byte = cell[index]
            if byte.isDigit {
                append(byte)
                index += 1
            } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
                guard index + 1 < cell.count, cell[index + 1].isDigit else { break }
                appendSeparator(byte)
                index += 1
            } else if allowsGroups, let length = Self.groupSpace(cell, at: index), digits > 0 {
                index += length
            } else {
                break
            }
        }
        guard digits > 0, digits + dropped <= maxDigits else { return nil }
        takeExponent(cell, &index)
        end = index
    }

    private mutating func append(_ byte: UInt8) {
        // 18 digits always fit; a double has fewer.
        if digits < 18 {
            mantissa = mantissa * 10 + UInt64(byte - 0x30)
            digits += 1
        } else {
            dropped += 1
        }
    }

    private mutating func appendSeparator(_ byte: UInt8) {
        isRepeated = separators > 0 && lastSeparator == byte
        separators += 1
        (lastSeparator, digitsBeforeLast) = (byte, digits + dropped)
    }

    private mutating func takeSign(_ cell: CellBytes, _ index: inout Int) {
        if let first = cell.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            index = 1
        } else if cell.starts(with: [0xE2, 0x88, 0x92]) {
            // U+2212, the minus sign.
            (isNegative, index) = (true, 3)
        }
    }

    private mutating func takeExponent(_ cell: CellBytes, _ index: inout Int) {
        guard index + 1 < cell.count, cell[index] | 0x20 == UInt8(ascii: "e") else { return }
        var next = index + 1
        let sign = cell[next]
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { next += 1 }
        var value = 0
        let start = next
        while next < cell.count, cell[next].isDigit, next - start < 3 {
            value = value * 10 + Int(cell[next] - 0x30)
            next += 1
        }
        guard next > start else { return }
        exponent = sign == UInt8(ascii: "-") ? -value : value
        index = next
    }

    /// Returns the length of a space or apostrophe between groups of three digits.
    private static func groupSpace(_ cell: CellBytes, at index: Int) -> Int? {
        let length: Int
        switch cell[index] {
        case UInt8(ascii: " "), UInt8(ascii: "'"): length = 1
        case 0xC2 where index + 1 < cell.count && cell[index + 1] == 0xA0: length = 2
        // U+2009, U+202F and U+2019.
        case 0xE2
        where index + 2 < cell.count && cell[index + 1] == 0x80
            && [0x89, 0xAF, 0x99].contains(cell[index + 2]):
            length = 3
        default: return nil
        }
        let start = index + length
        guard start + 3 <= cell.count, cell[start..<start + 3].allSatisfy(\.isDigit),
            start + 3 == cell.count || !cell[start + 3].isDigit
        else { return nil }
        return length
    }

    /// Returns the number of digits before the decimal separator; `nil` without one.
    func decimalPoint(groups: Bool) -> Int? {
        // The same separator twice is that of thousands.
        guard separators > 0, !isRepeated else { return nil }
        let isGroup = separators == 1 && groups && digitsAfterLast == 3 && digitsBeforeLast <= 3
        return isGroup ? nil : digitsBeforeLast
    }

    private var digitsAfterLast: Int { digits + dropped - digitsBeforeLast }

    /// Returns the number with a decimal point after this many digits; `nil` for none.
    func value(decimalsAfter point: Int?) -> Double {
        let decimals = point.map { digits + dropped - $0 } ?? 0
        let power = exponent + dropped - decimals
        let number: Double
        if mantissa < 1 << 53, (-22...22).contains(power) {
            // Both operands are exact as doubles, so the result is correctly rounded.
            let scale = Self.powers[abs(power)]
            number = power < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
        } else {
            number = Double("\(mantissa)e\(power)") ?? .infinity
        }
        return isNegative ? -number : number
    }

    private static let powers = (0...22).map { Double("1e\($0)") ?? 1 }
}

/// Unit of a number in a cell or heading.
enum CellUnit {
    case percent, meters, kilometers, miles

    private static let words: [String: CellUnit] = {
        var words = WordKey.table([
            (
                CellUnit.percent,
                """
                percent,pct,Prozent,pourcent,por ciento,per cento,procent,por cento
                """
            ),
            (.meters, "m,meter,meters,metre,metres,Metern,mètre,mètres,metro,metros,metri"),
            (
                .kilometers,
                """
                km,kms,kilometer,kilometers,kilometre,kilometres,kilomètre,kilomètres
                kilómetros,chilometri,quilómetros,quilômetros
                """
            ),
            (.miles, "mi,mile,miles,Meilen,millas,miglia,mijl,milhas"),
        ])
        words["%"] = .percent
        return words
    }()

    /// Creates the unit that a text names; `nil` for others.
    init?(_ text: String) {
        guard let unit = text == "%" ? .percent : Self.words[WordKey.of(text)] else { return nil }
        self = unit
    }

    /// Returns a distance in metres; `nil` for a unit of other quantities.
    func meters(_ number: Double) -> Double? {
        switch self {
        case .percent: nil
        case .meters: number
        // 1,609.344 m is the international mile.
        case .kilometers: Self.rounded(number * 1000)
        case .miles: Self.rounded(number * 1609.344)
        }
    }

    private static func rounded(_ meters: Double) -> Double { (meters * 1e3).rounded() / 1e3 }
}
