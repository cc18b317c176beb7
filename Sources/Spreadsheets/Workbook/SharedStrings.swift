/// Texts that the cells of a workbook share (ISO/IEC 29500-1, section 18.4).
struct SharedStrings: Sendable {
    /// Maximum size of all texts, with four bytes for the end of each.
    static let maxSize = 64 << 20

    private let bytes: [UInt8]
    private let ends: [UInt32]

    init(_ entry: ZipArchive.Entry?, in archive: ZipArchive) throws(TableError) {
        guard let entry else {
            (bytes, ends) = ([], [])
            return
        }
        let reader = try SharedStringReader(entry, of: archive)
        try reader.finish()
        (bytes, ends) = (reader.bytes, reader.ends)
    }

    /// Makes a text the value of a cell; returns false if there is no such text.
    @inline(__always)
    func set(_ index: Int, to column: Int, of row: inout TableRow) throws(TableError) -> Bool {
        guard ends.indices.contains(index) else { return false }
        let start = index == 0 ? 0 : Int(ends[index - 1])
        let end = Int(ends[index])
        guard end - start <= TableFile.maxCellSize else { throw .cellTooLong(row: row.number) }
        let first = row.bytes.count
        bytes.withUnsafeBufferPointer { row.bytes.append(contentsOf: $0[start..<end]) }
        try row.endCell(column, from: first)
        return true
    }
}

/// Reader of the texts: of rich text all runs, without phonetic hints.
private final class SharedStringReader: XMLReader {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [UInt32] = []
    private var isPhonetic = false
    private var isText = false

    override func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) {
        if depth == 3 { isPhonetic = name == "rPh" }
        isText = (depth == 3 || depth == 4 && !isPhonetic) && name == "t"
    }

    override func end(depth: Int) throws(TableError) {
        isText = false
        guard depth == 2 else { return }
        EscapedText.unescape(&bytes, from: Int(ends.last ?? 0))
        ends.append(UInt32(bytes.count))
        try checkSize()
    }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard isText else { return }
        self.bytes.append(contentsOf: bytes)
        try checkSize()
    }

    private func checkSize() throws(TableError) {
        guard bytes.count + 4 * ends.count <= SharedStrings.maxSize else {
            throw .tooLarge(limit: "64 MiB of shared texts")
        }
    }
}
