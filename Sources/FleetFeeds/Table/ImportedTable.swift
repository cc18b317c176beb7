package import FleetCore
import JSON
import Spreadsheets

/// A table that is read as a whole, so that its rows can be stored.
///
///     let table = try ImportedTable(bytes, at: path, settings)
///     print(table.rows.headings, table.id)
///
/// It has every column with a heading, those of fields too, and each cell as the table shows it.
/// Rows above the headings and total rows are left out; rows without an ID are kept.
package struct ImportedTable: Sendable {
    /// Maximum size of the cells of a row in bytes.
    package static let maxRowSize = (1 << 20) - 1

    /// The headings and rows.
    package private(set) var rows = TableRows(headings: [])
    /// The columns that hold fields, the ID too.
    package private(set) var columns: [TableSettings.Column] = []
    /// Who sees the values of the other columns, by their headings.
    package private(set) var visibilities: [String: ValueVisibility] = [:]
    /// The heading of the column of the IDs.
    package private(set) var id = ""
    /// The format, for people.
    package private(set) var format = ""
    /// The rows and cells that cannot be read, with the numbers of the rows in the file.
    package private(set) var report = ParseReport()

    private let settings: TableSettings
    /// Columns of fields that are used if the table has their headings.
    private let usual: [TableSettings.Column]
    private let zone: SystemTimeZone
    private let maxSize: Int

    /// Reads a table of any format.
    ///
    /// - Parameters:
    ///   - usual: Columns of fields that are used if the table has their headings.
    ///   - maxSize: Maximum size of all rows with their headings in bytes.
    /// - Throws: A failure at `location`; ``TableFailure/notATable`` for a feed.
    package init(
        _ bytes: consuming [UInt8], at location: String, _ settings: TableSettings,
        usual: [TableSettings.Column] = [], zone: SystemTimeZone = .utc, maxSize: Int = .max
    ) throws(FeedFailure) {
        (self.settings, self.usual, self.zone, self.maxSize) = (settings, usual, zone, maxSize)
        var bytes = bytes
        guard !bytes.isEmpty else { throw FeedFailure(.content(.empty), at: location) }
        do {
            switch bytes.withUnsafeBufferPointer({ TableKind($0) }) {
            case .file: try read(file: TableFile(bytes), at: location)
            case .json(let format):
                if format == .jsonRows { bytes = JSONTable.array(ofLines: bytes) }
                try read(json: JSONDocument(bytes), format, at: location)
            case nil:
                let first = bytes.withUnsafeBufferPointer { $0.withoutInvisibleEnds.first }
                guard first == UInt8(ascii: "[") else { throw TableProblem.table(.notATable) }
                try read(json: JSONDocument(bytes), .jsonRows, at: location)
            }
        } catch {
            throw FeedFailure(ofTable: error, at: location)
        }
    }

    /// The other columns, in the order of the table.
    package var properties: [CustomProperty] {
        rows.headings.compactMap { heading in
            visibilities[heading].map { CustomProperty(heading, visibility: $0) }
        }
    }

    /// The settings with which the stored rows are read: all columns are named, so that a changed
    /// row changes none of them.
    package var settingsOfRows: TableSettings {
        var settings = TableSettings()
        settings.columns = columns
        settings.visibilities = self.settings.visibilities.merging(visibilities) { $1 }
        return settings
    }
}

extension ImportedTable {
    private mutating func read(file: TableFile, at location: String) throws {
        var wanted = settings
        wanted.columns += usual
        let found = try file.sheetWithVehicles(wanted)
        guard let (sheet, header) = found else { throw TableProblem.table(.noHeadings) }
        try read(
            header, format: file.kind == .workbook ? .workbook : .csv, warnings: file.warnings,
            at: location
        ) { body in
            try file.forEachRow(of: sheet) { row in
                if row.number > header.row ?? 0 { try body.read(row) }
                return true
            }
        }
    }

    private mutating func read(
        json document: consuming JSONDocument, _ format: TableFormat, at location: String
    ) throws {
        try document.refuseUTF16(at: location)
        var attempts = 0
        while true {
            do {
                return try read(document, format, at: location)
            } catch let error as JSONError {
                attempts += 1
                guard attempts < 3, document.repair(after: error) else {
                    throw FeedFailure(document.reason(for: error), at: location)
                }
            }
        }
    }

    private mutating func read(
        _ document: JSONDocument, _ format: TableFormat, at location: String
    ) throws {
        let table = try JSONTable(document, format: format)
        guard table.hasList else { throw TableProblem.table(.notATable) }
        guard table.count > 0 else { throw TableProblem.table(.noHeadings) }
        if table.points == 0, table.otherGeometries > 0 {
            throw FeedFailure(.content(.noVehicles), at: location)
        }
        let header = TableHeader(table.names, row: nil, samples: table.samples)
        try read(header, format: table.format, warnings: [], at: location) { body in
            var problem: (any Error)?
            try table.forEachRow { row in
                do {
                    try body.read(row)
                    return true
                } catch {
                    problem = error
                    return false
                }
            }
            if let problem { throw problem }
        }
    }

    private mutating func read(
        _ header: TableHeader, format: TableFormat, warnings: [String], at location: String,
        _ forEachRow: (inout RowCollector) throws -> Void
    ) throws {
        let columns = try TableColumns(header, settings(for: header))
        var collector = RowCollector(header, columns, zone: zone, maxSize: maxSize)
        try forEachRow(&collector)
        let description = TableDescription(columns: columns.all)
        let document = try collector.reader.document(
            description, format: format, warnings: warnings, at: location)
        rows = collector.rows
        (self.columns, id) = (columns.all, columns.id.heading)
        (self.format, report) = (format.rawValue, document.parseReport)
        for property in columns.properties where columns.field(of: property.column) == nil {
            guard let heading = header.headings[property.column]?.name else { continue }
            visibilities[heading] = property.property.visibility
        }
    }

    /// Returns the settings with those of the usual columns that the table has.
    private func settings(for header: TableHeader) -> TableSettings {
        var all = settings
        let names = Set(header.names)
        for column in usual where names.contains(column.heading) {
            let isChosen = all.columns.contains {
                $0.field == column.field || $0.heading == column.heading
            }
            if !isChosen { all.columns.append(column) }
        }
        return all
    }
}

/// Collector of the rows of a table, which are also read as vehicles for the report.
private struct RowCollector {
    private(set) var rows: TableRows
    var reader: TableVehicleReader
    private let ids: TableIDs
    private let columns: [(index: Int, heading: String)]
    private let maxSize: Int
    private var size = 0

    init(_ header: TableHeader, _ columns: TableColumns, zone: SystemTimeZone, maxSize: Int) {
        self.maxSize = maxSize
        reader = TableVehicleReader(columns, join: VehicleJoin(), zone: zone, limit: .max)
        ids = TableIDs(columns, limit: .max)
        self.columns = header.headings.enumerated().compactMap { index, heading in
            heading.flatMap { columns.ignored.contains(index) ? nil : (index, $0.name) }
        }
        rows = TableRows(headings: self.columns.map(\.heading))
    }

    mutating func read(_ row: some TableCells) throws {
        reader.read(row)
        guard ids.isKept(row) else { return }
        var size = 0
        let cells = columns.map { column in
            row.withBytes(column.index) { cell in
                size += cell.count
                return (column.heading, cell.withoutInvisibleEnds.withoutFormulaGuard.text)
            }
        }
        guard size <= ImportedTable.maxRowSize else { throw TableError.rowTooLong(row: row.number) }
        guard rows.rows.count < TableFile.maxRows - 1 else { throw TableError.tooManyRows }
        let kept = CustomProperties(cells)
        size += kept.text.utf8.count
        guard size <= maxSize else {
            throw TableError.tooLarge(limit: "\(maxSize >> 20) MiB of text")
        }
        rows.rows.append(kept)
    }
}

extension TableColumns {
    /// The columns of fields, in the order of the table.
    var all: [TableSettings.Column] {
        (fields + [id]).sorted { $0.column < $1.column }
            .map { TableSettings.Column($0.field, $0.heading) }
    }

    /// Returns the field of a column; `nil` for a property.
    func field(of column: Int) -> TableField? {
        column == id.column ? .id : fields.first { $0.column == column }?.field
    }
}

extension ImportedTable {
    /// Returns the headings of the columns of an inventory for those of this table: that of the
    /// same name, or else of the same field, or else a new one, which for a field is its own.
    package func headings(in inventory: InventoryColumns) -> [String] {
        let known = Set(inventory.headings)
        let fields = Dictionary(columns.map { ($0.heading, $0.field) }) { first, _ in first }
        var used = Set(rows.headings.filter(known.contains))
        return rows.headings.map { heading in
            if known.contains(heading) { return heading }
            let field = fields[heading]
            let similar = CustomProperty.named(
                heading, in: inventory.headings.map { CustomProperty($0) })
            let found = field.flatMap { inventory.fields[$0] } ?? similar?.name ?? field?.heading
            guard let found, used.insert(found).inserted else { return heading }
            return found
        }
    }
}

extension DocumentReader {
    /// Reads a table as a whole.
    ///
    /// - Parameter usual: Columns of fields that are used if the table has their headings.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    package func table(
        at location: String, _ settings: TableSettings,
        usual: [TableSettings.Column] = [], zone: SystemTimeZone
    ) async throws -> ImportedTable {
        let session = session(for: location)
        let shown = session.scope.redacted(location)
        guard case .read(let bytes, _, _) = try await session.read(location) else {
            throw FeedFailure(.content(.empty), at: shown)
        }
        return try ImportedTable(bytes, at: shown, settings, usual: usual, zone: zone)
    }
}
