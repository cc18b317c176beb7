/// The dots of a cell, 2 wide and 4 high.
struct BrailleDots: Equatable, Sendable {
    /// A bit for each dot, row by row from the top left.
    private(set) var bits: UInt8 = 0

    /// How many dots are lit.
    var count: Int { bits.nonzeroBitCount }

    /// Lights the dot at a place counted in dots.
    mutating func light(x: Int, y: Int) {
        bits |= 1 << UInt8(truncatingIfNeeded: (y & 3) << 1 | x & 1)
    }

    /// The character with these dots (Unicode, "Braille Patterns": dots 1–3 are the left column,
    /// 4–6 the right one, 7 and 8 were put under them later).
    var character: Character {
        Character(Unicode.Scalar(Self.first + UInt16(Self.patterns[Int(bits)])) ?? " ")
    }

    private static let first: UInt16 = 0x2800

    /// The bits of Unicode for ours.
    private static let patterns: [UInt8] = (0...255).map { (bits: UInt8) in
        let order: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
        return order.enumerated().reduce(0) { pattern, dot in
            bits & 1 << UInt8(dot.offset) == 0 ? pattern : pattern | dot.element
        }
    }
}
