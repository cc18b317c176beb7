import FleetCore

/// IDs of the rows of a table, and the rows that are none of a vehicle.
struct TableIDs {
    /// Kind of a row.
    private enum RowKind {
        case vehicle
        case empty
        /// A row that is none of a vehicle, such as a total, which is no error.
        case other(String)
        /// A vehicle that cannot be read, with the reason.
        case unreadable(String)
    }

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
            switch kind(of: row, id) {
            case .vehicle: break
            case .empty: return false
            case .other(let kind):
                warnings.noteOtherRow(row: row.number, kind)
                return false
            case .unreadable(let reason):
                report.skip(at: row.number, reason)
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

    private func kind(of row: some TableCells, _ id: CellBytes) -> RowKind {
        guard !id.isEmpty else { return kind(ofRowWithoutID: row) }
        if id.contains(0) { return .unreadable("NUL in the ID") }
        if id.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return .unreadable("control character in the ID")
        }
        if id.count > PackedCells.maxLength { return .unreadable("ID of more than 1,000 bytes") }
        if id.elementsEqual(column.heading.utf8) { return .other("headings again") }
        let isFirst = (0..<column.column).allSatisfy { row.withBytes($0) { $0.trimmed.isEmpty } }
        guard isFirst else { return .vehicle }
        if TotalRow.isTotal(id, isID: true) { return .other("total row") }
        let isAlone = !isList && row.count <= column.column + 1
        return isAlone && TotalRow.isNote(id) ? .other("note") : .vehicle
    }

    /// Whether an import keeps a row: it is one of a vehicle, or has no valid ID yet.
    func isKept(_ row: some TableCells) -> Bool {
        switch row.withBytes(column.column, { kind(of: row, $0.tableID) }) {
        case .vehicle, .unreadable: true
        case .empty, .other: false
        }
    }

    private func kind(ofRowWithoutID row: some TableCells) -> RowKind {
        for column in 0..<row.count {
            let kind = row.withBytes(column) { cell -> RowKind? in
                let cell = cell.withoutInvisibleEnds
                if cell.isEmpty { return nil }
                return TotalRow.isTotal(cell, isID: false)
                    ? .other("total row") : .unreadable("no ID")
            }
            if let kind { return kind }
        }
        return .empty
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
