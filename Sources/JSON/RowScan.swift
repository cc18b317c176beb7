/// Selection of values to read from a document in one forward pass.
///
/// A path consists of the keys from the outside in, joined by dots ("rental_uris.ios"); keys that
/// contain a dot cannot be selected. A key matches whether or not the document escapes its
/// characters. The empty path is the document itself in `arrays` and `headers`, the element itself
/// in `fields`.
public struct RowScan: Sendable {
    /// Paths of the arrays whose elements are rows.
    public let arrays: [String]
    /// Paths of the values in each row.
    public let fields: [String]
    /// Paths of the values outside the rows.
    public let headers: [String]

    /// Creates a selection; results refer to paths by their index.
    ///
    /// Each list must contain a path at most once.
    public init(arrays: [String], fields: [String], headers: [String]) {
        self.arrays = arrays
        self.fields = fields
        self.headers = headers
    }
}

/// Arrays of a scan that the document contains.
public struct RowScanResult: Sendable, Equatable {
    /// Number of elements in each array of the scan; `nil` if it is absent or not an array.
    ///
    /// A null counts as an empty array. A repeated array counts repeatedly.
    public internal(set) var counts: [Int?]

    /// Index of the first array of the scan that the document contains.
    public var found: Int? { counts.firstIndex { $0 != nil } }

    /// Total number of elements in all arrays.
    public var elements: Int { counts.reduce(0) { $0 + ($1 ?? 0) } }
}
