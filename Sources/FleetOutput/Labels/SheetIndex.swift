package import FleetCore

/// Writer of the positions of the labels on sheets, with the same columns as the index of a folder.
package final class SheetIndex {
    private let file: OutputFile
    private let rows: CSVRows

    /// Creates the file, which becomes visible when it is complete.
    /// - Throws: `CommandError` (73).
    package init(_ path: String, cells: CSVCellStyle) throws {
        file = try OutputFile(path)
        rows = CSVRows(cells)
        try file.append(LabelRecord.indexHeader(rows))
    }

    /// Appends labels.
    func add(_ records: [LabelRecord]) throws {
        for record in records { try file.append(record.indexRow(rows)) }
    }

    /// Completes the file.
    func finish() throws { try file.complete() }
}
