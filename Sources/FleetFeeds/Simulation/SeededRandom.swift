import FleetCore

/// Numbers that look random and are the same for the same throw, in every process and version.
///
/// The standard library's `random(in:using:)` may change from version to version; a simulated fleet
/// must not.
struct Dice {
    /// What is drawn; the same numbers never serve two ends.
    enum Purpose: UInt64 {
        case code
        case identity
        case cycle
        case charge
        case outcome
        case siteOutcome
        case drift
        case jitter
        case spell
        case depot
        case report
    }

    private var state: UInt64

    init(_ purpose: Purpose, seed: UInt64, _ throwing: Int64, of index: Int = 0) {
        var hash = StableHash(seed: seed &+ purpose.rawValue)
        hash.combine(UInt64(bitPattern: throwing))
        hash.combine(UInt64(truncatingIfNeeded: index))
        state = hash.value
    }

    /// The next 64 bits, by SplitMix64 (Steele, Lea and Flood 2014, figure 17).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to 1, but not 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number of a range.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// A whole number of a range that is not empty.
    mutating func whole(in range: Range<Int64>) -> Int64 {
        range.lowerBound + Int64(next() >> 33) % Int64(range.count)
    }

    /// A number from −1 to 1, the more often the nearer to 0.
    mutating func deviation() -> Double {
        unit() - unit()
    }
}
