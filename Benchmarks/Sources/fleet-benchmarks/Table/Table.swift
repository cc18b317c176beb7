/// All rows, in columns.
struct Table {
    var rows: [Row] = []
    /// Whether limits count: sizes may be too small to say anything.
    let isJudged: Bool

    private static let titles = ["measured", "fleet", "against", "ratio", "limit", "holds"]

    init(isJudged: Bool) { self.isJudged = isJudged }

    /// Whether everything was measured and, if judged, every limit holds.
    var holds: Bool {
        rows.allSatisfy { row in
            switch row.verdict {
            case .holds, .open: true
            case .fails: !isJudged
            case .void: false
            }
        }
    }

    /// The table with its titles.
    var text: String {
        let cells = [Self.titles] + rows.map(cells)
        let widths = Self.titles.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { line(of: $0, widths) }
        return lines.joined() + (isJudged ? "" : "\nsmall sizes: limits are not judged\n")
    }

    private func cells(_ row: Row) -> [String] {
        let isOpen = !isJudged && row.verdict != .void
        let verdict = isOpen ? Row.Verdict.open : row.verdict
        return [row.name, row.figure, row.reference, row.ratio, row.limit, verdict.rawValue]
    }

    private func line(of cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).enumerated().map { column, cell in
            let space = String(repeating: " ", count: cell.1 - cell.0.count)
            return column == 0 || column == 2 ? cell.0 + space : space + cell.0
        }
        let line = padded.joined(separator: "  ")
        return String(line.prefix(line.count - trailingSpaces(of: line))) + "\n"
    }

    private func trailingSpaces(of line: String) -> Int {
        line.reversed().prefix { $0 == " " }.count
    }
}
