@testable import Spreadsheets

/// Reads a table file as it is, and the parts of a workbook: sheet, shared strings, styles and the
/// workbook itself, separated by 0x1E, in an archive with correct sizes and checksums, which hardly
/// any mutation leaves.
func fuzzTable(_ bytes: [UInt8]) {
    read(bytes)
    guard let workbook = try? workbook(of: bytes) else { return }
    read(workbook)
}

/// Reads all rows, writes them, and reads them back.
private func read(_ bytes: [UInt8]) {
    guard let file = try? TableFile(bytes) else { return }
    for sheet in file.sheets.indices {
        var rows: [[String]] = []
        var last = 0
        _ = try? file.forEachRow(of: sheet) { row in
            require(row.number > last, "the rows are not in order")
            require(1...TableFile.maxColumns ~= row.count, "the row has a wrong number of cells")
            require(!row.isEmpty(row.count - 1), "the last cell is empty")
            for column in 0..<row.count {
                row.withBytes(column) { bytes in
                    let isValid = String(validating: bytes, as: UTF8.self) != nil
                    require(isValid, "a cell is not UTF-8")
                }
            }
            last = row.number
            rows.append((0..<row.count).map { row.text($0) })
            return rows.count < 100
        }
        guard let written = try? written(rows) else { continue }
        var again: [[String]] = []
        guard let copy = try? TableFile(written) else { fatalError("our workbook is refused") }
        _ = try? copy.forEachRow(of: 0) { row in
            again.append((0..<row.count).map { row.text($0) })
            return true
        }
        require(again == rows, "our workbook has other rows")
    }
}

private func written(_ rows: [[String]]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try WorkbookWriter(sheet: "a", header: []) { bytes += $0 }
    for row in rows { try writer.append(row.map { .text($0) }) }
    try writer.finish()
    return bytes
}

private func workbook(of bytes: [UInt8]) throws -> [UInt8] {
    let parts = bytes.split(separator: 0x1E, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return [] }
    let relationships = ["worksheet", "sharedStrings", "styles"].map {
        "<Relationship Id='\($0)' Type='/\($0)' Target='\($0)'/>"
    }
    var archive: [UInt8] = []
    let writer = try ZipWriter { archive += $0 }
    try writer.write(
        "<Relationships>\(relationships.joined())</Relationships>",
        to: "xl/_rels/workbook.xml.rels")
    let names = ["worksheet", "sharedStrings", "styles", "workbook.xml"]
    for (name, part) in zip(names, parts) {
        try writer.begin("xl/" + name)
        try writer.write(Array(part))
        try writer.end()
    }
    try writer.finish()
    return archive
}
