import FleetCore

/// IDs of the rows of a table, and the rows that are none of a vehicle.
struct TableIDs {
    /// Report of the skipped rows so far.
    private(set) var report = ParseReport()

    private let column: TableColumns.Field
    /// Whether the table has so few columns that an ID alone is a usual row.
    private let isList: Bool
    private let limit: Int
    private var ids: PackedIDs
    private var hashes: [UInt64] = []
    private var rows: [Int] = []
    /// Index of the vehicle of each row; `nil` if it does not match the filter.
    private var vehicleIndices: [Int?] = []
    private var excess = 0

    /// Creates a list of the IDs in a column, of which at most `limit` are kept.
    init(_ columns: TableColumns, limit: Int) {
        self.init(
            columns.id, isList: columns.fields.count + columns.properties.count < 2, limit: limit)
    }

    /// Creates a list of the IDs in a column.
    /// - Parameter isList: Whether an ID alone is a usual row.
    init(_ column: TableColumns.Field, isList: Bool, limit: Int) {
        (self.column, self.isList, self.limit) = (column, isList, limit)
        ids = PackedIDs(expecting: 0)
        report.hasRowNumbers = true
    }

    /// Number of rows with vehicles.
    var count: Int { ids.count }

    /// Notes the ID of a row; returns false if the row is none of a vehicle.
    mutating func read(_ row: some TableCells, _ warnings: inout TableWarnings) -> Bool {
        row.withBytes(column.column) { cell in
            let id = cell.tableID
            if let reason = reasonToSkip(row, id) {
                if !reason.isEmpty { report.skip(at: row.number, reason) }
                return false
            }
            guard count < limit else {
                excess += 1
                return false
            }
            if id.count != cell.withoutFormulaGuard.count {
                warnings.noteCleanedID(row: row.number)
            }
            ids.append(id)
            hashes.append(ByteIndex.hash(UnsafeRawBufferPointer(id)))
            rows.append(row.number)
            return true
        }
    }

    /// Sets the vehicle of the row that was read last.
    mutating func endRow(vehicle: Int?) { vehicleIndices.append(vehicle) }

    /// Returns why a row is none of a vehicle; empty for an empty row, and `nil` for a vehicle.
    private func reasonToSkip(_ row: some TableCells, _ id: CellBytes) -> String? {
        guard !id.isEmpty else { return reasonWithoutID(row) }
        if id.contains(0) { return "NUL in the ID" }
        if id.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "control character in the ID" }
        if id.count > PackedCells.maxLength { return "ID of more than 1,000 bytes" }
        if id.elementsEqual(column.heading.utf8) { return "headings again" }
        let isFirst = (0..<column.column).allSatisfy { row.withBytes($0) { $0.trimmed.isEmpty } }
        guard isFirst else { return nil }
        if TotalRow.isTotal(id, isID: true) { return "total row" }
        let isAlone = !isList && row.count <= column.column + 1
        return isAlone && TotalRow.isNote(id) ? "note" : nil
    }

    private func reasonWithoutID(_ row: some TableCells) -> String {
        for column in 0..<row.count {
            let reason = row.withBytes(column) { cell -> String? in
                let cell = cell.withoutInvisibleEnds
                if cell.isEmpty { return nil }
                return TotalRow.isTotal(cell, isID: false) ? "total row" : "no ID"
            }
            if let reason { return reason }
        }
        return ""
    }

    /// Returns the failure of a table with more rows than the limit.
    func failure(at location: String) -> FeedFailure? {
        guard excess > 0 else { return nil }
        let reason = SizeFailure.overBudget(
            .vehicles, limit: Int64(limit), size: Int64(count + excess))
        return FeedFailure(.size(reason), at: location)
    }

    /// Returns the vehicles without those whose ID occurs again: the last row of an ID is used, in
    /// the position of the first.
    func vehicles(
        of all: [Vehicle], _ warnings: inout TableWarnings, _ report: inout ParseReport
    ) -> [Vehicle] {
        let (latest, duplicates) = ids.repetitions(hashes)
        report.duplicates = duplicates.count
        if duplicates.isEmpty { return all }
        for (first, last) in latest.sorted(by: { $0.key < $1.key }) {
            warnings.noteDuplicate(first: rows[first], last: rows[last], id: ids.text(last))
        }
        return vehicleIndices.indices.filter { !duplicates.contains($0) }
            .compactMap { vehicleIndices[latest[$0] ?? $0] }.map { all[$0] }
    }
}

extension CellBytes {
    /// The cell as an ID.
    var tableID: CellBytes { withoutInvisibleEnds.withoutFormulaGuard }
}
