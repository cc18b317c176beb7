import FleetCore

/// Codes like `DCS-FEO`: three capitals, a dash, three capitals.
///
/// Index and code are paired by a Feistel network over two halves of three letters, whose rounds add
/// modulo 26³; it is a permutation whatever the rounds add (Luby and Rackoff 1988), so no two of the
/// 26⁶ indices have one code.
enum VehicleCode {
    /// How many codes there are.
    static let count = half * half

    private static let half = 26 * 26 * 26

    /// The code of a vehicle; `index` is from 0 up to `count`.
    static func text(of index: Int, seed: UInt64) -> String {
        let number = number(of: index, seed: seed)
        // SAFETY: all of the seven bytes are written, of which the text then consists.
        return String(unsafeUninitializedCapacity: 7) { bytes in
            var rest = number
            for place in bytes.indices.prefix(7).reversed() {
                bytes[place] = place == 3 ? UInt8(ascii: "-") : letter(takenFrom: &rest)
            }
            return 7
        }
    }

    /// The place of a vehicle's code in the alphabetical order of all codes.
    static func number(of index: Int, seed: UInt64) -> Int {
        var (left, right) = (index / half % half, index % half)
        for round in 0..<3 {
            var dice = Dice(.code, seed: seed, Int64(round), of: right)
            (left, right) = (right, (left + Int(dice.next() % UInt64(half))) % half)
        }
        return left * half + right
    }

    private static func letter(takenFrom number: inout Int) -> UInt8 {
        defer { number /= 26 }
        return UInt8(ascii: "A") + UInt8(number % 26)
    }
}
