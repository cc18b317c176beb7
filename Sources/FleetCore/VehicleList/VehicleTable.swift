/// Encoder for a list as aligned columns, in two passes: one to measure, one to write.
///
/// On a terminal, columns are shortened or dropped until a row fits, and the last line counts the
/// dropped ones; a pipe gets all columns. An
/// empty list has no output, not even titles: ``TableHeader`` gives the reason.
struct VehicleTable {
    let header: ListHeader
    let style: TableStyle
    /// The fields of the columns; `nil` means the columns that fit.
    let fields: [ListedField]?
    let hasTitles: Bool

    /// Maximum column width in a pipe, so that one long ID does not widen every row; IDs of
    /// 76 characters are usual, such as two UUIDs with prefixes.
    private static let paddingLimit = 100

    func write(_ vehicles: ListedVehicles, to sink: inout ByteSink) throws {
        let columns =
            fields?.map { VehicleTableColumn($0) }
            ?? VehicleTableColumn.all(in: header.contents)
        var table = TextTable(
            columns.map(tableColumn), style: style, paddingLimit: Self.paddingLimit)
        var row = VehicleTableRow(columns: columns, style: style, header: header)
        var isEmpty = true
        var ids = IDWidth(isMeasured: style.width != nil)
        try vehicles { vehicle, source in
            row.fill(with: vehicle, of: source)
            table.measure(row.row)
            ids.measure(vehicle.id)
            isEmpty = false
        }
        guard !isEmpty else { return }
        if let width = style.width, let id = columns.firstIndex(of: .column(.id)) {
            table.setMinWidth(ids.minWidth(of: width), ofColumn: id)
        }
        table.fit()
        if hasTitles { table.appendTitles(to: &sink.text) }
        try vehicles { vehicle, source in
            row.fill(with: vehicle, of: source)
            table.append(row.row, to: &sink.text)
            try sink.endRow()
        }
        table.appendDropped(to: &sink.text)
    }

    private func tableColumn(_ column: VehicleTableColumn) -> TableColumn {
        TableColumn(
            title: hasTitles ? column.title : "", isRightAligned: column.isRightAligned,
            priority: column.priority,
            minWidth: column.minWidth,
            isAlwaysShown: column == .column(.id) || style.width == nil || fields != nil)
    }
}
