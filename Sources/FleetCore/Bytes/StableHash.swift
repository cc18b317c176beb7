/// A 64-bit hash that is equal in every process, for stored keys and digests.
///
/// It folds eight bytes at a time as FNV-1a does, with a final avalanche (the mixer of SplitMix64).
/// It is fast and well distributed, but not safe against an attacker unless its seed is secret.
public struct StableHash: Sendable {
    private var state: UInt64

    /// Creates a hash; each seed gives its own family of hashes.
    public init(seed: UInt64 = 0) {
        state = 0xCBF2_9CE4_8422_2325 ^ seed
    }

    /// Returns the hash of a text and its length.
    public static func hash(_ text: String, seed: UInt64 = 0) -> UInt64 {
        var hash = StableHash(seed: seed)
        hash.combine(text)
        return hash.value
    }

    /// Returns a hash as sixteen hexadecimal digits.
    public static func digits(of hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Adds eight bytes.
    public mutating func combine(_ word: UInt64) {
        fold(word)
    }

    /// Adds a text and its length, so that consecutive texts are not concatenated.
    public mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
    }

    /// Adds bytes and their number.
    public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            fold(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var tail: UInt64 = 0
        while offset < bytes.count {
            tail = tail << 8 | UInt64(bytes[offset])
            offset += 1
        }
        fold(tail)
        fold(UInt64(truncatingIfNeeded: bytes.count))
    }

    /// The hash of all added data.
    public var value: UInt64 { Self.mixed(state) }

    private mutating func fold(_ word: UInt64) {
        state = Self.mixed(state ^ word) &* 0x0000_0100_0000_01B3
    }

    /// Returns a number with all bits mixed, by the finalizer of SplitMix64.
    public static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
