/// Dots of a cell, 2 wide and 4 high.
struct BrailleDots: Equatable, Sendable {
    /// One bit per dot, row by row from the top left.
    private(set) var bits: UInt8 = 0

    /// Number of lit dots.
    var count: Int { bits.nonzeroBitCount }

    /// Lights a dot; `x` and `y` count dots from any cell border.
    mutating func light(x: Int, y: Int) {
        bits |= 1 << UInt8(truncatingIfNeeded: (y & 3) << 1 | x & 1)
    }

    /// Character with these dots (Unicode, "Braille Patterns": dots 1–3 are the left column, 4–6
    /// the right one; 7 and 8 were added below them later).
    var character: Character {
        Character(Unicode.Scalar(Self.first + UInt16(Self.patterns[Int(bits)])) ?? " ")
    }

    private static let first: UInt16 = 0x2800

    /// Unicode's bits for each value of `bits`.
    private static let patterns: [UInt8] = (0...255).map { (bits: UInt8) in
        let order: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
        return order.enumerated().reduce(0) { pattern, dot in
            bits & 1 << UInt8(dot.offset) == 0 ? pattern : pattern | dot.element
        }
    }
}
