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
    private var hashes: [UInt32] = []
    /// The number of a code, plus one, at the place of its hash or after; 0 is free.
    private var slots: [UInt32]
    private var mask: Int

    /// Creates a table that need not grow until it holds more than `capacity` codes.
    init(capacity: Int) {
        var size = 64
        while size < 2 * capacity { size *= 2 }
        slots = [UInt32](repeating: 0, count: size)
        mask = size - 1
        ends.reserveCapacity(capacity + 1)
        hashes.reserveCapacity(capacity)
    }

    /// How many codes there are.
    var count: Int { hashes.count }

    /// The number of a code; it gets the next one if it is new.
    mutating func number(of id: UnsafeBufferPointer<UInt8>) -> Int {
        let hash = Self.hash(id)
        var place = Int(hash) & mask
        while slots[place] != 0 {
            let number = Int(slots[place]) - 1
            if hashes[number] == hash, isEqual(number, id) { return number }
            place = (place + 1) & mask
        }
        return add(id, hash: hash, at: place)
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

    private mutating func add(
        _ id: UnsafeBufferPointer<UInt8>, hash: UInt32, at place: Int
    ) -> Int {
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
        hashes.append(hash)
        slots[place] = UInt32(count)
        if 2 * count > slots.count { grow() }
        return count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: 2 * slots.count)
        mask = slots.count - 1
        for number in 0..<count {
            var place = Int(hashes[number]) & mask
            while slots[place] != 0 { place = (place + 1) & mask }
            slots[place] = UInt32(number + 1)
        }
    }

    private func isEqual(_ number: Int, _ id: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = ends[number]
        guard ends[number + 1] - start == id.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let known = bytes.baseAddress, let id = id.baseAddress else { return true }
            return memcmp(known + start, id, ends[number + 1] - start) == 0
        }
    }

    private static func hash(_ id: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(id))
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
