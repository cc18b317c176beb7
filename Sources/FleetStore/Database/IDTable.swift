#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The vehicle codes that a commit meets, each with a number from 0 in the order of first coming.
///
/// A hash table over the bytes of the codes. The hash is Swift's keyed one, for codes come from
/// outside and may be made to collide; equality is always that of the bytes.
struct IDTable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    /// The hash of a code above and its number plus one below, at the place that the hash gives or
    /// after it; 0 is free.
    private var slots: [UInt64]

    /// Creates a table that need not grow until it holds more than `capacity` codes.
    init(capacity: Int) {
        var size = 64
        while size < 2 * capacity { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
        ends.reserveCapacity(capacity + 1)
    }

    /// How many codes there are.
    var count: Int { ends.count - 1 }

    /// The number of a code; it gets the next one if it is new.
    mutating func number(of id: UnsafeRawBufferPointer) -> Int {
        let hash = Self.hash(id)
        var place = Int(hash) & (slots.count - 1)
        while slots[place] != 0 {
            let number = Int(slots[place] & 0xFFFF_FFFF) - 1
            if slots[place] >> 32 == hash, isEqual(number, id) { return number }
            place = (place + 1) & (slots.count - 1)
        }
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
        slots[place] = hash << 32 | UInt64(count)
        if 2 * count > slots.count { grow() }
        return count - 1
    }

    /// Whether the first code comes before the second, byte by byte.
    func precedes(_ first: Int, _ second: Int) -> Bool {
        let (left, right) = (ends[first]..<ends[first + 1], ends[second]..<ends[second + 1])
        return bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            let order = memcmp(
                start + left.lowerBound, start + right.lowerBound, min(left.count, right.count))
            return order == 0 ? left.count < right.count : order < 0
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: 2 * old.count)
        for slot in old where slot != 0 {
            var place = Int(slot >> 32) & (slots.count - 1)
            while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = slot
        }
    }

    private func isEqual(_ number: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        let start = ends[number]
        guard ends[number + 1] - start == id.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let known = bytes.baseAddress, let id = id.baseAddress else { return true }
            return memcmp(known + start, id, ends[number + 1] - start) == 0
        }
    }

    private static func hash(_ id: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: id)
        return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    }
}
