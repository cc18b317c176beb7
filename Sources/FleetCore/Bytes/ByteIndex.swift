/// Hash index over texts that are stored elsewhere; compares bytes, never canonical equivalence.
///
/// An open-addressing table with linear probing, at most half full. It uses the standard library's
/// hash, which has a random seed in each process, so that a hostile feed cannot cause collisions.
public struct ByteIndex: Sendable {
    /// Upper half of the hash, then the index of the text plus one; 0 is an empty slot.
    @usableFromInline var slots: [UInt64]
    @usableFromInline var count = 0

    /// Creates an index with an initial capacity; it grows as needed.
    public init(minimumCapacity: Int = 32) {
        var size = 64
        while size < minimumCapacity * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// Returns the hash of a text for `find`.
    @inlinable
    public static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// Returns the index of the text with a hash, or inserts `newIndex` and returns `nil`.
    ///
    /// - Parameter isEqual: Returns whether the text at an index, whose hash is similar, is the
    ///   right one.
    @inlinable
    public mutating func find(
        _ hash: UInt64, orInsert newIndex: Int, isEqual: (Int) -> Bool
    ) -> Int? {
        if count * 2 >= slots.count { grow() }
        var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
        while slots[slot] != 0 {
            if (slots[slot] ^ hash) >> 32 == 0 {
                let index = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
                if isEqual(index) { return index }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: newIndex + 1)
        count += 1
        return nil
    }

    @usableFromInline
    mutating func grow() {
        var larger = [UInt64](repeating: 0, count: slots.count * 2)
        for entry in slots where entry != 0 {
            var slot = Int(truncatingIfNeeded: entry >> 32) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = entry
        }
        slots = larger
    }
}
