/// Format of a list of records.
public enum RecordFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document.
    case json
    /// One object per line.
    case ndjson
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// A workbook of one sheet (ISO/IEC 29500), which is binary.
    case xlsx
}

/// A list of records with the same fields that fits in memory, such as the favorites.
///
/// A column has both the name of a field and its value, here for a list of users:
///
///     RecordList("users", columns: [.init("name") { .text($0.name) }], rows: users)
public struct RecordList: Sendable {
    /// A column with the value of each row.
    public struct ValueColumn<Row, Value> {
        /// The name in machine formats, or the title in a table for people.
        public let name: String
        let isNumber: Bool
        let isShown: Bool
        /// Function from a row to its value.
        public let value: (Row) -> Value

        /// Creates a column; numbers are right-aligned in tables.
        public init(
            _ name: String, isNumber: Bool = false, isShown: Bool = true,
            _ value: @escaping (Row) -> Value
        ) {
            (self.name, self.isNumber, self.isShown) = (name, isNumber, isShown)
            self.value = value
        }

        /// Creates a column of numbers.
        public static func number(_ name: String, _ value: @escaping (Row) -> Value) -> Self {
            Self(name, isNumber: true, value)
        }

        /// Returns the column for rows that have such a row as a part.
        public func of<Whole>(_ part: @escaping (Whole) -> Row) -> ValueColumn<Whole, Value> {
            .init(name, isNumber: isNumber, isShown: isShown) { value(part($0)) }
        }
    }

    /// A field of records.
    public typealias Column<Row> = ValueColumn<Row, FieldValue>
    /// A column of a table for people; its texts are safe for a terminal.
    public typealias TextColumn<Row> = ValueColumn<Row, String>

    private struct Table {
        private let columns: [TableColumn]
        private let rows: [TableRow]
        /// Columns that a narrow terminal drops before a text.
        private static let lessThanText: Set<String> = [
            "SOURCE", "STATE", "WRITTEN", "TASK", "PHOTOS",
        ]

        init<Row>(_ columns: [TextColumn<Row>], _ rows: [Row]) {
            let shown = columns.filter(\.isShown)
            let hasText = shown.contains { $0.name == "TEXT" }
            self.columns = shown.enumerated().map { index, column in
                let isSecondary = hasText && Self.lessThanText.contains(column.name)
                return TableColumn(
                    title: column.name, isRightAligned: column.isNumber,
                    priority: isSecondary ? -index : shown.count - index,
                    minWidth: column.isNumber ? nil : 12,
                    isAlwaysShown: true)
            }
            self.rows = rows.map { row in TableRow(shown.map { $0.value(row) }) }
        }

        func write(_ hasTitles: Bool, _ style: TableStyle, to sink: inout ByteSink) throws {
            guard !rows.isEmpty else { return }
            var columns = columns
            if !hasTitles { for index in columns.indices { columns[index].title = "" } }
            var text = TextTable(columns, style: style)
            text.append(rows, hasTitles: hasTitles, to: &sink.text)
            try sink.endRow()
        }
    }

    private let name: StaticString
    private let header: JSONObjectWriter
    private let fields: [(name: String, isNumber: Bool, values: [FieldValue])]
    private let rows: Range<Int>
    private let table: Table?

    /// Creates a list.
    /// - Parameters:
    ///   - name: Name of the array in JSON.
    ///   - header: Members before the array.
    ///   - columns: The fields of the records.
    ///   - rows: The rows, one for each record.
    ///   - table: The table without selected fields; `nil` for one of all fields.
    public init<Row>(
        _ name: StaticString, header: JSONObjectWriter = JSONObjectWriter(),
        columns: [Column<Row>], rows: [Row], table: [TextColumn<Row>]? = nil
    ) {
        self.init(name, header: header, columns: columns, rows: rows, table: table, tableRows: rows)
    }

    /// Creates a list with separate rows for its table.
    public init<Row, TextRow>(
        _ name: StaticString, header: JSONObjectWriter, columns: [Column<Row>], rows: [Row],
        table: [TextColumn<TextRow>]?, tableRows: [TextRow]
    ) {
        (self.name, self.header, self.rows) = (name, header, rows.indices)
        fields = columns.filter(\.isShown).map { ($0.name, $0.isNumber, rows.map($0.value)) }
        self.table = table.map { Table($0, tableRows) }
    }

    /// Whether there are no records.
    public var isEmpty: Bool { rows.isEmpty }

    /// Checks that the records have the fields of a selection.
    public func check(_ selection: ListSelection) throws(UnknownFieldError) {
        _ = try indices(of: selection)
    }

    /// Titles of columns, accepted for the fields that they show, as in lists of vehicles.
    private static let aliases = ["id": "vehicle_id"]

    private func indices(of selection: ListSelection) throws(UnknownFieldError) -> [Int]? {
        let names = fields.map(\.name)
        return try selection.resolved(known: names) { name in
            names.firstIndex(of: name) ?? Self.aliases[name].flatMap(names.firstIndex)
        }
    }

    /// Writes the list and flushes the sink; an empty table has no titles.
    public func write(
        as format: RecordFormat, _ selection: ListSelection, style: TableStyle,
        to sink: inout ByteSink
    ) throws {
        let selected = try indices(of: selection)
        let indices = selected ?? Array(fields.indices)
        switch format {
        case .table:
            let table = (selected == nil ? table : nil) ?? self.table(of: indices, style)
            try table.write(selection.hasTitles, style, to: &sink)
        case .json:
            var document = header
            document.add(name, rows.map { object(of: $0, indices) })
            sink.text.append(document)
            sink.append("\n")
        case .ndjson:
            for row in rows {
                sink.text.append(object(of: row, indices))
                sink.append("\n")
                try sink.endRow()
            }
        case .csv: try writeRows(indices, selection, to: &sink)
        case .xlsx: try writeWorkbook(indices, to: &sink)
        }
        try sink.finish()
    }

    private func object(of row: Int, _ indices: [Int]) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        for index in indices { object.add(fields[index].name, fields[index].values[row]) }
        return object
    }

    private func writeRows(
        _ indices: [Int], _ selection: ListSelection, to sink: inout ByteSink
    ) throws {
        let cells = CSVRows(selection.cells)
        cells.begin(selection.hasTitles ? indices.map { fields[$0].name } : [], in: &sink.text)
        for row in rows {
            for index in indices { cells.append(fields[index].values[row], to: &sink.text) }
            cells.endRow(in: &sink.text)
            try sink.endRow()
        }
    }

    private func writeWorkbook(_ indices: [Int], to sink: inout ByteSink) throws {
        let workbook = try WorkbookRows(indices.map { fields[$0].name }, sheet: "\(name)")
        for row in rows { try workbook.append(indices.map { fields[$0].values[row] }, to: &sink) }
        try workbook.finish(to: &sink)
    }

    private func table(of indices: [Int], _ style: TableStyle) -> Table {
        let columns = indices.map { index in
            let (name, isNumber, values) = fields[index]
            return TextColumn<Int>(name.columnTitle, isNumber: isNumber) {
                var text = UTF8Buffer()
                values[$0].append(to: &text, style: style)
                return text.string
            }
        }
        return Table(columns, Array(rows))
    }
}

extension String {
    /// The title of a table column for a field of this name.
    var columnTitle: String { uppercased().replacing("_", with: " ") }
}
