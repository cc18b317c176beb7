/// Table of all rows.
struct Table {
    var rows: [Row] = []
    /// Whether limits are checked; with small sizes they are meaningless.
    let checksLimits: Bool

    private static let titles = ["measured", "fleet", "compared with", "ratio", "limit", "met"]

    init(checksLimits: Bool) { self.checksLimits = checksLimits }

    /// Whether everything was measured and, if limits are checked, every limit is met.
    var passes: Bool {
        rows.allSatisfy { row in
            switch row.verdict {
            case .passed, .noLimit: true
            case .failed: !checksLimits
            case .error: false
            }
        }
    }

    /// Formatted table with column titles.
    var text: String {
        let cells = [Self.titles] + rows.map(cells)
        let widths = Self.titles.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { line(of: $0, widths) }
        return lines.joined() + (checksLimits ? "" : "\nsmall sizes: limits are not checked\n")
    }

    private func cells(_ row: Row) -> [String] {
        let isUnchecked = !checksLimits && row.verdict != .error
        let verdict = isUnchecked ? Row.Verdict.noLimit : row.verdict
        return [row.name, row.figure, row.reference, row.ratio, row.limit, verdict.rawValue]
    }

    private func line(of cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).enumerated().map { column, cell in
            let padding = String(repeating: " ", count: cell.1 - cell.0.count)
            return column == 0 || column == 2 ? cell.0 + padding : padding + cell.0
        }
        let line = padded.joined(separator: "  ")
        return String(line.prefix(line.count - trailingSpaces(of: line))) + "\n"
    }

    private func trailingSpaces(of line: String) -> Int {
        line.reversed().prefix { $0 == " " }.count
    }
}
