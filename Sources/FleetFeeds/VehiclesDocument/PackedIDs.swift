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
    func areEqual(_ left: Int, _ right: Int) -> Bool { self[left].elementsEqual(self[right]) }

    /// Returns an ID as a text.
    func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

    private subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}
