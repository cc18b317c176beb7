import FleetCore
import Spreadsheets

/// Cells of one row of a table; valid until the row is read.
protocol TableCells {
    /// Number of the row, as spreadsheets show it.
    var number: Int { get }
    /// Number of cells.
    var count: Int { get }

    /// Calls a function with the bytes of a cell, in UTF-8; a missing one is empty.
    func withBytes<R>(_ column: Int, _ body: (CellBytes) throws -> R) rethrows -> R
}

extension TableRow: TableCells {}
