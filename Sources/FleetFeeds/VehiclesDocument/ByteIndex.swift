/// Finds which of some texts, kept elsewhere by their numbers, has given bytes.
///
/// An open-addressing table with linear probing, half full at most. The hash is the standard
/// library's, seeded anew in each process, so that a hostile feed cannot make texts collide; the
/// bytes themselves decide, never canonical equivalence.
struct ByteIndex {
    /// The upper half of the hash above the number of the text plus one; 0 is free.
    private var slots: [UInt64]
    private var count = 0

    /// Creates an index with room for some texts; it grows as needed.
    init(minimumCapacity: Int = 32) {
        var size = 64
        while size < minimumCapacity * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// The hash of a text, to find it by.
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// The number of the text with a hash; enters `next` and returns `nil` if there is none.
    ///
    /// `isSame` tells whether the text of a number, whose hash is nearly the same, is the one meant.
    mutating func find(_ hash: UInt64, orEnter next: Int, isSame: (Int) -> Bool) -> Int? {
        if count * 2 >= slots.count { grow() }
        var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
        while slots[slot] != 0 {
            if (slots[slot] ^ hash) >> 32 == 0 {
                let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
                if isSame(number) { return number }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: next + 1)
        count += 1
        return nil
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: slots.count * 2)
        for entry in slots where entry != 0 {
            var slot = Int(truncatingIfNeeded: entry >> 32) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = entry
        }
        slots = larger
    }
}
