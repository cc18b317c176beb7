/// What to read of a document in one forward pass.
///
/// A path is the keys from the outside in, joined by dots ("rental_uris.ios"); keys that hold a dot
/// cannot be asked for. A key matches whether or not the document escapes its characters. The empty
/// path is the document itself among `arrays` and `headers`, the element itself among `fields`.
public struct RowScan: Sendable {
    /// The arrays whose elements are rows.
    public let arrays: [String]
    /// The values of each row.
    public let fields: [String]
    /// The values outside the rows.
    public let headers: [String]

    /// Asks for paths, which results name by their numbers.
    ///
    /// A path stands once in each list.
    public init(arrays: [String], fields: [String], headers: [String]) {
        self.arrays = arrays
        self.fields = fields
        self.headers = headers
    }
}

/// Which arrays of a scan the document holds.
public struct RowScanResult: Sendable, Equatable {
    /// The number of elements of each array of the scan; nil if it is absent or not an array.
    ///
    /// A null counts as an empty array. An array given twice counts twice.
    public internal(set) var counts: [Int?]

    /// The first array of the scan's list that the document holds.
    public var found: Int? { counts.firstIndex { $0 != nil } }

    /// The number of elements of all arrays together.
    public var elements: Int { counts.reduce(0) { $0 + ($1 ?? 0) } }
}
