import FleetCore

/// Pseudorandom number generator whose numbers are the same in every process and version.
///
/// The standard library's `random(in:using:)` may change between versions.
struct SeededRandom {
    /// Purpose of the numbers; different purposes never share numbers.
    enum Purpose: UInt64 {
        case vehicleID
        case identity
        case cycle
        case charge
        case outcome
        case siteOutcome
        case drift
        case jitter
        case episode
        case depot
        case report
    }

    private var state: UInt64

    /// Creates a generator for one step of one object, such as a cycle of a vehicle.
    init(_ purpose: Purpose, seed: UInt64, step: Int64, of index: Int = 0) {
        var hash = StableHash(seed: seed &+ purpose.rawValue)
        hash.combine(UInt64(bitPattern: step))
        hash.combine(UInt64(truncatingIfNeeded: index))
        state = hash.value
    }

    /// Returns the next 64 bits, by SplitMix64 (Steele, Lea and Flood 2014, figure 17).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mixed(state)
    }

    /// Returns a number from 0 up to, but not including, 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns a number in a range.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// Returns a whole number in a non-empty range.
    mutating func whole(in range: Range<Int64>) -> Int64 {
        range.lowerBound + Int64(next() >> 33) % Int64(range.count)
    }

    /// Returns a number from −1 to 1; numbers near 0 are more frequent.
    mutating func deviation() -> Double {
        unit() - unit()
    }
}
