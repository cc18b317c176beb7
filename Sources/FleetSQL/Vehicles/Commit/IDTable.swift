import FleetCore
import Foundation

/// Vehicle IDs of a commit, numbered from 0 in the order in which they are added.
struct IDTable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private var index: ByteIndex

    /// Creates a table that does not grow until it holds more than `capacity` IDs.
    init(capacity: Int) {
        index = ByteIndex(minimumCapacity: capacity)
        ends.reserveCapacity(capacity + 1)
    }

    /// Number of IDs.
    var count: Int { ends.count - 1 }

    /// Returns the number of an ID, adding the ID if it is new.
    mutating func number(of id: UnsafeRawBufferPointer) -> Int {
        let existing = index.find(ByteIndex.hash(id), orInsert: count) { [bytes, ends] number in
            let range = ends[number]..<ends[number + 1]
            return bytes.withUnsafeBytes { Self.order($0[range], id[...]) == 0 }
        }
        if let existing { return existing }
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
        return count - 1
    }

    /// Whether the first ID precedes the second in byte order.
    func precedes(_ first: Int, _ second: Int) -> Bool {
        let (left, right) = (ends[first]..<ends[first + 1], ends[second]..<ends[second + 1])
        return bytes.withUnsafeBytes { Self.order($0[left], $0[right]) < 0 }
    }

    /// Returns a negative number, zero or a positive number, as `memcmp` does.
    private static func order(
        _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
    ) -> Int {
        let (left, right) = (
            UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right)
        )
        guard let first = left.baseAddress, let second = right.baseAddress else {
            return left.count - right.count
        }
        let order = memcmp(first, second, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
    }
}
