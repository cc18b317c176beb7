/// Random number generator with the same results on every machine: SplitMix64 by Steele, Lea and
/// Flood, "Fast Splittable Pseudorandom Number Generators", 2014, figure 17.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Returns a number in `0..<bound`.
    mutating func next(below bound: UInt64) -> UInt64 { next() % bound }
}
