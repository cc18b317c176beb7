/// Some codes of vehicles, compared byte by byte.
public struct VehicleIDs: Equatable, Sendable {
    /// The codes, each once, in the order in which they were given.
    public let ids: [String]
    private let bytes: Set<[UInt8]>

    /// Creates a set of codes.
    public init(_ ids: some Sequence<String>) {
        var bytes: Set<[UInt8]> = []
        self.ids = ids.filter { bytes.insert(Array($0.utf8)).inserted }
        self.bytes = bytes
    }

    /// Whether a code is among them.
    public func contains(_ id: String) -> Bool {
        bytes.contains(Array(id.utf8))
    }
}
