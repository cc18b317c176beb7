import Spreadsheets

extension TableFile {
    /// Returns the cells of all rows up to the last one with a value.
    func rows(of sheet: Int = 0) throws -> [[String]] {
        try numberedRows(of: sheet).map(\.cells)
    }

    func numberedRows(of sheet: Int = 0) throws -> [NumberedRow] {
        var rows: [NumberedRow] = []
        try forEachRow(of: sheet) { row in
            rows.append(
                NumberedRow(number: row.number, cells: (0..<row.count).map { row.text($0) }))
            return true
        }
        return rows
    }
}

/// Number and cells of a row.
struct NumberedRow: Equatable {
    let number: Int
    let cells: [String]
}

/// Returns the rows of a text.
func rows(_ text: String) throws -> [[String]] { try TableFile(Array(text.utf8)).rows() }
