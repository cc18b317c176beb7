import FleetCore

/// IDs of many vehicles in one buffer, because a text of each would need memory of its own.
struct PackedIDs {
    /// Usual length of an ID, that of a UUID.
    private static let usualLength = 36

    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// Creates a list with capacity for `count` IDs of the usual length.
    init(expecting count: Int) {
        bytes.reserveCapacity(count * Self.usualLength)
        ends.reserveCapacity(count)
    }

    /// Number of IDs.
    var count: Int { ends.count }

    /// Adds an ID.
    mutating func append(_ id: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
    }

    /// Returns whether two IDs have the same bytes.
    private func areEqual(_ left: Int, _ right: Int) -> Bool {
        self[left].elementsEqual(self[right])
    }

    /// Returns which IDs occur again, by their hashes.
    ///
    /// Many lookups in a row are cheaper than single lookups between other work, since the
    /// processor overlaps their memory accesses. So this runs once, after all have been read.
    /// - Returns: The last index of each repeated ID by the first one, and all but the first.
    func repetitions(_ hashes: [UInt64]) -> (last: [Int: Int], repeated: Set<Int>) {
        var index = ByteIndex(minimumCapacity: count)
        var last: [Int: Int] = [:]
        var repeated = Set<Int>()
        for (number, hash) in hashes.enumerated() {
            let first = index.find(hash, orInsert: number) { areEqual($0, number) }
            guard let first else { continue }
            last[first] = number
            repeated.insert(number)
        }
        return (last, repeated)
    }

    /// Returns an ID as a text.
    func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

    private subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}
