/// Cells of one row, as spreadsheets show them, in UTF-8.
///
/// One value is reused for all rows: a copy that outlives its row costs the time to copy the row.
public struct TableRow: Sendable {
    /// Number of the row from 1, as spreadsheets show it; of a text, the line where it starts.
    public internal(set) var number = 0
    /// Number of cells up to the last one that is not empty.
    public private(set) var count = 0
    /// Values of all cells, one after another, with gaps.
    var bytes: [UInt8] = []
    private var cells = [Cell](repeating: Cell(), count: TableFile.maxColumns)

    /// Range of a value in `bytes`.
    private struct Cell {
        var start: Int32 = 0
        var end: Int32 = 0
    }

    /// Returns the value of a cell; empty for a missing one.
    public func text(_ column: Int) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a function with the value of a cell, which is empty for a missing one.
    @inline(__always)
    public func withBytes<R>(
        _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R {
        guard column >= 0, column < count else {
            return try body(UnsafeBufferPointer(start: nil, count: 0))
        }
        let cell = cells[column]
        return try bytes.withUnsafeBufferPointer { bytes in
            try body(UnsafeBufferPointer(rebasing: bytes[Int(cell.start)..<Int(cell.end)]))
        }
    }

    /// Returns whether a cell is missing or has no characters.
    public func isEmpty(_ column: Int) -> Bool {
        guard column >= 0, column < count else { return true }
        return cells[column].start == cells[column].end
    }
}

extension TableRow {
    /// Starts a row without cells.
    @inline(__always)
    mutating func start(number: Int) {
        bytes.removeAll(keepingCapacity: true)
        (self.number, count) = (number, 0)
    }

    /// Makes the bytes from `start` to the end of `bytes` the value of a cell, unless there are
    /// none.
    @inline(__always)
    mutating func endCell(_ column: Int, from start: Int) throws(TableError) {
        guard bytes.count > start else { return }
        guard column < TableFile.maxColumns else { throw .tooManyColumns(row: number) }
        guard bytes.count - start <= TableFile.maxCellSize else { throw .cellTooLong(row: number) }
        guard bytes.count <= TableFile.maxRowSize else { throw .rowTooLong(row: number) }
        while count <= column {
            cells[count] = Cell()
            count += 1
        }
        cells[column] = Cell(start: Int32(start), end: Int32(bytes.count))
    }

    /// Makes bytes the value of a cell, unless there are none.
    @inline(__always)
    mutating func setCell(
        _ column: Int, to value: UnsafeBufferPointer<UInt8>
    ) throws(TableError) {
        // The limit comes first, so that no row takes more than one cell beyond its limit.
        guard value.count <= TableFile.maxCellSize else { throw .cellTooLong(row: number) }
        let start = bytes.count
        bytes.append(contentsOf: value)
        try endCell(column, from: start)
    }
}
