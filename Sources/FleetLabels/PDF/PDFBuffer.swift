/// Buffer for PDF syntax: numbers and operators (ISO 32000-1, 7.3 and 8).
struct PDFBuffer {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text)
    }

    mutating func append(_ number: Int) {
        if 0...9 ~= number {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    /// Appends a number with up to nine decimals.
    mutating func append(_ number: Double) {
        let limit = 1e8
        let billionths = Int((min(max(number, -limit), limit) * 1e9).rounded())
        let (whole, rest) = billionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        if billionths < 0 { bytes.append(UInt8(ascii: "-")) }
        if whole > 0 || rest == 0 { append(Int(whole)) }
        guard rest > 0 else { return }
        let digits = String(1_000_000_000 + rest).utf8.dropFirst()
        let last = digits.lastIndex { $0 != UInt8(ascii: "0") } ?? digits.startIndex
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits[...last])
    }

    /// Appends the numbers and an operator after them.
    mutating func append(_ numbers: Double..., operator name: StaticString) {
        for number in numbers {
            append(number)
            append(" ")
        }
        append(name)
        append("\n")
    }
}
