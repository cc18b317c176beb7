/// A set of vehicle IDs, compared byte by byte.
public struct VehicleIDs: Equatable, Sendable {
    /// The IDs without duplicates, in their original order.
    public let ids: [String]
    private let bytes: Set<[UInt8]>

    /// Creates a set of IDs.
    public init(_ ids: some Sequence<String>) {
        var bytes: Set<[UInt8]> = []
        self.ids = ids.filter { bytes.insert(Array($0.utf8)).inserted }
        self.bytes = bytes
    }

    /// Returns whether the set contains an ID.
    public func contains(_ id: String) -> Bool {
        bytes.contains(Array(id.utf8))
    }
}
