internal import CSimdjson

extension JSONDocument {
    /// Reads the document in one forward pass, without building anything.
    ///
    /// `header` is called for each header met, before or after the rows, and again if its key is
    /// given again. `row` is called once for each element of every array asked for, in the order
    /// of the document. Of a key given twice in a row the last value wins.
    ///
    /// Values that nobody asked for are stepped over, and only their brackets are checked. A bad
    /// number, literal or escape costs its own field. Throws when the document as a whole cannot be
    /// read, a truncated one always; rows may have been delivered by then, so keep them only when
    /// this returns.
    public func scan(
        _ scan: RowScan, header: (Int, JSONField) -> Void, row: (JSONRow) -> Void
    ) throws(JSONError) -> RowScanResult {
        var result = RowScanResult(counts: Array(repeating: nil, count: scan.arrays.count))
        let outcome = withoutActuallyEscaping(header) { header in
            withoutActuallyEscaping(row) { row in
                var callbacks = ScanCallbacks(header: header, row: row, counts: result.counts)
                defer { result.counts = callbacks.counts }
                return run(scan, &callbacks)
            }
        }
        if let error = JSONError(outcome) { throw error }
        return result
    }

    private func run(_ scan: RowScan, _ callbacks: inout ScanCallbacks) -> csimdjson_outcome {
        withUnsafeMutablePointer(to: &callbacks) { context in
            var receiver = csimdjson_receiver(
                context: context,
                array: { ScanCallbacks.at($0)?.pointee.count($1, $2) },
                header: { ScanCallbacks.at($0)?.pointee.tell(header: $1, $2) },
                row: { ScanCallbacks.at($0)?.pointee.tell(row: $1) })
            return ScanPaths(scan).withPaths { paths in
                withBytes {
                    csimdjson_scan(
                        $0.baseAddress, $0.count, paths.baseAddress, paths.count, &receiver)
                }
            }
        }
    }
}

/// What a scan calls back, behind the context pointer of the C interface.
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

    func tell(header index: UInt32, _ field: UnsafePointer<csimdjson_field>?) {
        guard let field else { return }
        header(Int(index), JSONField(field))
    }

    func tell(row pointer: UnsafePointer<csimdjson_row>?) {
        guard let pointer, let element = JSONRow(pointer) else { return }
        row(element)
    }
}

/// The paths of a scan as the C interface takes them.
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
