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
}

/// A list of records with the same fields that fits in memory, such as the favorites.
public struct RecordList: Sendable {
    /// A field of the records.
    public struct Field: Sendable {
        /// The name in JSON.
        public let name: String
        let isRightAligned: Bool

        /// Creates a field; numbers are right-aligned in tables.
        public init(_ name: String, isRightAligned: Bool = false) {
            self.name = name
            self.isRightAligned = isRightAligned
        }
    }

    /// A table whose cells differ from the fields; its texts are safe for a terminal.
    public struct Table: Sendable {
        let columns: [TableColumn]
        let rows: [[String]]

        /// Creates a table; the columns of these titles are right-aligned.
        public init(_ titles: [String], rightAligned: Set<String> = [], rows: [[String]]) {
            columns = titles.enumerated().map { index, title in
                TableColumn(
                    title: title, isRightAligned: rightAligned.contains(title),
                    priority: titles.count - index,
                    minWidth: rightAligned.contains(title) ? nil : 12,
                    isAlwaysShown: true)
            }
            self.rows = rows
        }
    }

    private let name: StaticString
    private let header: JSONObjectWriter
    private let fields: [Field]
    private let records: [[FieldValue]]
    private let table: Table?

    /// Creates a list.
    /// - Parameters:
    ///   - name: Name of the array in JSON.
    ///   - header: Members before the array.
    ///   - records: The values of each record, in the order of the fields.
    ///   - table: The table without selected fields; `nil` for one of all fields.
    public init(
        _ name: StaticString, header: JSONObjectWriter = JSONObjectWriter(), fields: [Field],
        records: [[FieldValue]], table: Table? = nil
    ) {
        self.name = name
        self.header = header
        self.fields = fields
        self.records = records
        self.table = table
    }

    /// Whether there are no records.
    public var isEmpty: Bool { records.isEmpty }

    /// Checks that the records have the fields of a selection.
    public func check(_ selection: ListSelection) throws(UnknownFieldError) {
        _ = try indices(of: selection)
    }

    private func indices(of selection: ListSelection) throws(UnknownFieldError) -> [Int]? {
        let names = fields.map(\.name)
        return try selection.resolved(known: names) { names.firstIndex(of: $0) }
    }

    /// Writes the list and flushes the sink; an empty table has no titles.
    public func write(
        as format: RecordFormat, _ selection: ListSelection, style: TableStyle,
        to sink: inout ByteSink
    ) throws {
        let selected = try indices(of: selection)
        let indices = selected ?? Array(fields.indices)
        switch format {
        case .table where selected == nil && table != nil:
            try write(table, selection.hasTitles, style, to: &sink)
        case .table: try write(table(of: indices, style), selection.hasTitles, style, to: &sink)
        case .json:
            var document = header
            document.add(name, records.map { object(of: $0, indices) })
            sink.text.append(document)
            sink.append("\n")
        case .ndjson:
            for record in records {
                sink.text.append(object(of: record, indices))
                sink.append("\n")
                try sink.endRow()
            }
        case .csv: try writeRows(indices, selection, to: &sink)
        }
        try sink.finish()
    }

    private func object(of record: [FieldValue], _ indices: [Int]) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        for index in indices { object.add(fields[index].name, record[index]) }
        return object
    }

    private func writeRows(
        _ indices: [Int], _ selection: ListSelection, to sink: inout ByteSink
    ) throws {
        let rows = CSVRows(selection.cells)
        rows.begin(selection.hasTitles ? indices.map { fields[$0].name } : [], in: &sink.text)
        for record in records {
            for index in indices { rows.append(record[index], to: &sink.text) }
            rows.endRow(in: &sink.text)
            try sink.endRow()
        }
    }

    private func table(of indices: [Int], _ style: TableStyle) -> Table {
        let titles = indices.map { fields[$0].name.columnTitle }
        let numbers = indices.filter { fields[$0].isRightAligned }
        return Table(
            titles, rightAligned: Set(numbers.map { fields[$0].name.columnTitle }),
            rows: records.map { record in
                indices.map { index in
                    var text = UTF8Buffer()
                    record[index].append(to: &text, style: style)
                    return text.string
                }
            })
    }

    private func write(
        _ table: Table?, _ hasTitles: Bool, _ style: TableStyle, to sink: inout ByteSink
    ) throws {
        guard let table, !table.rows.isEmpty else { return }
        var columns = table.columns
        if !hasTitles { for index in columns.indices { columns[index].title = "" } }
        var text = TextTable(columns, style: style)
        text.append(table.rows.map { TableRow($0) }, hasTitles: hasTitles, to: &sink.text)
        try sink.endRow()
    }
}

extension String {
    /// The title of a table column for a field of this name.
    var columnTitle: String { uppercased().replacing("_", with: " ") }
}
