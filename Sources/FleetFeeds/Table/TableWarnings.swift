import FleetCore

/// Warnings about the rows of a table, of which the first are listed and the rest counted.
struct TableWarnings {
    private static let maxListed = 20
    private static let maxRows = 10
    private static let maxQuoted = 60

    /// Warnings about the table, which come first.
    var general: [String] = []
    private var cells: [(row: Int, text: String)] = []
    private var cellCount = 0
    private var cleanedIDs: [Int] = []
    private var cleanedCount = 0
    private var longValues: [Int] = []
    private var longCount = 0
    private var otherRows: [String] = []
    private var otherCount = 0
    private var duplicates: [(first: Int, last: Int, id: String)] = []
    private(set) var duplicateCount = 0

    /// Notes a cell that cannot be read: `row 12, column Akku: "viel" is no percentage`.
    mutating func add(row: Int, column: String, _ cell: CellBytes, _ problem: StaticString) {
        add(row: row, "column \(column): \"\(Self.quoted(cell.text))\" \(problem)")
    }

    /// Notes a problem of a row that is not in one cell.
    mutating func add(row: Int, _ text: @autoclosure () -> String) {
        cellCount += 1
        if cells.count < Self.maxListed { cells.append((row, "row \(row), \(text())")) }
    }

    mutating func noteCleanedID(row: Int) {
        cleanedCount += 1
        if cleanedIDs.count < Self.maxRows { cleanedIDs.append(row) }
    }

    mutating func noteLongValue(row: Int) {
        longCount += 1
        if longValues.count < Self.maxRows { longValues.append(row) }
    }

    /// Notes a row that is none of a vehicle, such as a `total row`.
    mutating func noteOtherRow(row: Int, _ kind: String) {
        otherCount += 1
        if otherRows.count < Self.maxRows { otherRows.append("row \(row) (\(kind))") }
    }

    mutating func noteDuplicate(first: Int, last: Int, id: String) {
        duplicateCount += 1
        if duplicates.count < Self.maxRows { duplicates.append((first, last, id)) }
    }

    /// Returns the warning about IDs that were cleaned in rows or lines; `nil` without any.
    func cleaned(in item: String) -> String? {
        guard cleanedCount > 0 else { return nil }
        let rows = Self.list(cleanedIDs, count: cleanedCount, of: item)
        return "spaces or invisible characters around the ID were removed in \(rows)"
    }

    private static func quoted(_ text: String) -> String {
        let text = TableHeading.clean(String(text.prefix(maxQuoted + 1)))
        return text.count > maxQuoted ? text.prefix(maxQuoted) + "…" : text
    }

    /// Adds the warnings to a report.
    func add(to report: inout ParseReport) {
        var all = general
        if let cleaned = cleaned(in: "row") { all.append(cleaned) }
        for (first, last, id) in duplicates {
            all.append(
                "rows \(first) and \(last) have the same ID \(Self.quoted(id)); row \(last) was used"
            )
        }
        let rest = duplicateCount - duplicates.count
        if rest > 0 { all.append("\(rest) more rows have the ID of an earlier one") }
        if longCount > 0 {
            let rows = Self.list(longValues, count: longCount)
            all.append("values of more than 1,000 bytes were shortened in \(rows)")
        }
        if otherCount > 0 {
            let rest = otherCount - otherRows.count
            all.append(
                "\(ShortText.count(otherCount, "row")) left out: "
                    + otherRows.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""))
        }
        all.forEach { report.warn($0) }
        let room = max(ParseReport.maxEntries - report.warnings.count, 0)
        let listed = cellCount <= room ? cellCount : max(room - 1, 0)
        for cell in cells.sorted(by: { $0.row < $1.row }).prefix(listed) { report.warn(cell.text) }
        if cellCount > listed { report.warn("\(cellCount - listed) more cells could not be read") }
    }

    private static func list(_ rows: [Int], count: Int, of item: String = "row") -> String {
        let list = rows.map(String.init).joined(separator: ", ")
        let more = count > rows.count ? " and \(count - rows.count) more" : ""
        return item + (count == 1 ? " " : "s ") + list + more
    }
}
