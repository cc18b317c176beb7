import FleetCore

/// Vehicle IDs such as `DCS-FEO`: three capital letters, a dash, three capital letters.
///
/// A Feistel network over two halves of three letters, whose rounds add modulo 26³, maps indices to
/// IDs. It is a permutation for any round function (Luby and Rackoff 1988), so all 26⁶ indices have
/// distinct IDs.
enum SimulatedVehicleID {
    /// Number of possible IDs.
    static let count = half * half

    private static let half = 26 * 26 * 26

    /// Returns the ID of a vehicle; `index` is in 0..<`count`.
    static func text(of index: Int, seed: UInt64) -> String {
        let number = number(of: index, seed: seed)
        // SAFETY: all seven bytes of the text are written.
        return String(unsafeUninitializedCapacity: 7) { bytes in
            var rest = number
            for index in bytes.indices.prefix(7).reversed() {
                bytes[index] = index == 3 ? UInt8(ascii: "-") : letter(removedFrom: &rest)
            }
            return 7
        }
    }

    /// Returns the position of a vehicle's ID in the alphabetical order of all IDs.
    static func number(of index: Int, seed: UInt64) -> Int {
        var (left, right) = (index / half % half, index % half)
        for round in 0..<3 {
            var random = SeededRandom(.vehicleID, seed: seed, step: Int64(round), of: right)
            (left, right) = (right, (left + Int(random.next() % UInt64(half))) % half)
        }
        return left * half + right
    }

    private static func letter(removedFrom number: inout Int) -> UInt8 {
        defer { number /= 26 }
        return UInt8(ascii: "A") + UInt8(number % 26)
    }
}
