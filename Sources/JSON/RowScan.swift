internal import CSimdjson

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
    /// Number of lone surrogates (`\ud800`) in the fields and headers, replaced by U+FFFD.
    public internal(set) var repairs = 0

    /// Index of the first array of the scan that the document contains.
    public var found: Int? { counts.firstIndex { $0 != nil } }

    /// Total number of elements in all arrays.
    public var elements: Int { counts.reduce(0) { $0 + ($1 ?? 0) } }
}

extension JSONDocument {
    /// Reads the document in one forward pass, without building a tree.
    ///
    /// Calls `header` for each header, before or after the rows, and again if its key is repeated.
    /// Calls `row` once for each element of every requested array, in document order. If a row
    /// repeats a key, the last value wins.
    ///
    /// Other values are skipped, and only their brackets are checked. A malformed number, literal
    /// or escape invalidates only its own field. Throws if the document as a whole is unreadable,
    /// always if it is truncated; some rows may already have been delivered, so use them only if
    /// this returns.
    ///
    /// A document of more than 4 MiB is read in parts, so that the memory for its index does not
    /// grow with it. Then it throws `largeValue` for a row or header larger than `maxValueSize`, and
    /// delivers a header that is also an array, or the document itself, once for each part.
    public func scan(
        _ scan: RowScan, header: (Int, JSONField) -> Void, row: (JSONRow) -> Void
    ) throws(JSONError) -> RowScanResult {
        try self.scan(scan, window: Self.window, header: header, row: row)
    }

    /// Reads a document in parts if it is larger than `window`.
    func scan(
        _ scan: RowScan, window: Int, header: (Int, JSONField) -> Void, row: (JSONRow) -> Void
    ) throws(JSONError) -> RowScanResult {
        var result = RowScanResult(counts: Array(repeating: nil, count: scan.arrays.count))
        let outcome = withoutActuallyEscaping(header) { header in
            withoutActuallyEscaping(row) { row in
                var callbacks = ScanCallbacks(header: header, row: row, counts: result.counts)
                defer { result.counts = callbacks.counts }
                return run(scan, window, &callbacks)
            }
        }
        if let error = JSONError(outcome) { throw error }
        result.repairs = outcome.replacements
        return result
    }

    private func run(
        _ scan: RowScan, _ window: Int, _ callbacks: inout ScanCallbacks
    ) -> csimdjson_outcome {
        withUnsafeMutablePointer(to: &callbacks) { context in
            var receiver = csimdjson_receiver(
                context: context,
                array: { ScanCallbacks.at($0)?.pointee.count($1, $2) },
                header: { ScanCallbacks.at($0)?.pointee.deliver(header: $1, $2) },
                row: { ScanCallbacks.at($0)?.pointee.deliver(row: $1) })
            return ScanPaths(scan).withPaths { paths in
                withBytes {
                    csimdjson_scan(
                        $0.baseAddress, $0.count, paths.baseAddress, paths.count, window,
                        &receiver)
                }
            }
        }
    }
}

/// Callbacks of a scan, passed as the context pointer of the C interface.
private struct ScanCallbacks {
    let header: (Int, JSONField) -> Void
    let row: (JSONRow) -> Void
    var counts: [Int?]

    static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self>? {
        context?.assumingMemoryBound(to: Self.self)
    }

    mutating func count(_ array: UInt32, _ count: Int) {
        counts[Int(array)] = (counts[Int(array)] ?? 0) + count
    }

    func deliver(header index: UInt32, _ field: UnsafePointer<csimdjson_field>?) {
        guard let field else { return }
        header(Int(index), JSONField(field))
    }

    func deliver(row pointer: UnsafePointer<csimdjson_row>?) {
        guard let pointer, let element = JSONRow(pointer) else { return }
        row(element)
    }
}

/// Paths of a scan for the C interface.
private struct ScanPaths {
    private var texts: [UInt8] = []
    private var paths: [(role: csimdjson_role, index: Int, range: Range<Int>)] = []

    init(_ scan: RowScan) {
        add(scan.arrays, .array)
        add(scan.headers, .header)
        add(scan.fields, .field)
    }

    private mutating func add(_ list: [String], _ role: csimdjson_role) {
        for (index, path) in list.enumerated() {
            let start = texts.count
            texts.append(contentsOf: path.utf8)
            paths.append((role, index, start..<texts.count))
        }
    }

    func withPaths<Result>(_ body: (UnsafeBufferPointer<csimdjson_path>) -> Result) -> Result {
        texts.withUnsafeBufferPointer { texts in
            let list = paths.map { path in
                csimdjson_path(
                    role: path.role, index: UInt32(path.index),
                    text: texts.baseAddress.map { $0 + path.range.lowerBound },
                    length: path.range.count)
            }
            return list.withUnsafeBufferPointer(body)
        }
    }
}
