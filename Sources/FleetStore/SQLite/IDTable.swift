/// Vehicle IDs of a commit, numbered from 0 in the order in which they are added.
///
/// A hash table over the bytes of the IDs. It uses Swift's seeded hash, because IDs come from
/// outside and may be crafted to collide; equality always compares bytes.
struct IDTable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    /// Open-addressing slots: hash in the upper half, number plus one in the lower half; 0 is free.
    private var slots: [UInt64]

    /// Creates a table that does not grow until it holds more than `capacity` IDs.
    init(capacity: Int) {
        var size = 64
        while size < 2 * capacity { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
        ends.reserveCapacity(capacity + 1)
    }

    /// Number of IDs.
    var count: Int { ends.count - 1 }

    /// Returns the number of an ID, adding the ID if it is new.
    mutating func number(of id: UnsafeRawBufferPointer) -> Int {
        let hash = Self.hash(id)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot] & 0xFFFF_FFFF) - 1
            if slots[slot] >> 32 == hash, isEqual(number, id) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
        slots[slot] = hash << 32 | UInt64(count)
        if 2 * count > slots.count { grow() }
        return count - 1
    }

    /// Whether the first ID precedes the second in byte order.
    func precedes(_ first: Int, _ second: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            let left = UnsafeRawBufferPointer(rebasing: bytes[ends[first]..<ends[first + 1]])
            let right = UnsafeRawBufferPointer(rebasing: bytes[ends[second]..<ends[second + 1]])
            return left.precedes(right)
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: 2 * old.count)
        for entry in old where entry != 0 {
            var slot = Int(entry >> 32) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }

    private func isEqual(_ number: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        let range = ends[number]..<ends[number + 1]
        guard range.count == id.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            UnsafeRawBufferPointer(rebasing: bytes[range]).equals(id)
        }
    }

    private static func hash(_ id: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: id)
        return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    }
}

/// Comparisons that read eight bytes at a time.
extension UnsafeRawBufferPointer {
    /// Whether the bytes equal others of the same number.
    fileprivate func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 8 <= count {
            guard word(at: offset) == other.word(at: offset) else { return false }
            offset += 8
        }
        return self[offset...].elementsEqual(other[offset...])
    }

    /// Whether the bytes precede others.
    fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        let shared = Swift.min(count, other.count)
        var offset = 0
        while offset + 8 <= shared {
            let (left, right) = (word(at: offset), other.word(at: offset))
            if left != right { return UInt64(bigEndian: left) < UInt64(bigEndian: right) }
            offset += 8
        }
        return self[offset...].lexicographicallyPrecedes(other[offset...])
    }

    private func word(at offset: Int) -> UInt64 {
        loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
