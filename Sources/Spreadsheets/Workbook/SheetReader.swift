/// Reader of the rows of a sheet (ISO/IEC 29500-1, section 18.3); `advance()` stops at each row.
final class SheetReader: XMLReader {
    /// Maximum size of all values of a sheet; a shared string counts with each cell that has it.
    private static let maxSize = 1 << 30

    /// The row at which the reader stopped.
    var row: TableRow {
        _read { yield cells.row }
        _modify { yield &cells.row }
    }
    // One value has the whole state, so that each event checks for exclusive access only once.
    private var cells: SheetCells
    private var size = 0

    init(
        _ entry: ZipArchive.Entry, of archive: ZipArchive, _ strings: SharedStrings,
        _ formats: CellFormats
    ) throws(TableError) {
        cells = SheetCells(strings: strings, formats: formats)
        try super.init(entry, of: archive)
    }

    override func start(
        _ name: XMLName, _ attributes: XMLAttributes, depth: Int
    ) throws(TableError) {
        try cells.start(name, attributes, depth: depth)
    }

    override func end(depth: Int) throws(TableError) {
        guard try cells.end(depth: depth) else { return }
        size += row.bytes.count
        guard size <= Self.maxSize else { throw .tooLarge(limit: "1 GiB of values") }
        suspend()
    }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        try cells.text(bytes)
    }
}
