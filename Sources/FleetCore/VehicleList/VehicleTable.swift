/// Encoder for a list as aligned columns, in two passes: one to measure, one to write.
///
/// On a terminal, columns are shortened or dropped until a row fits; a pipe gets all columns. An
/// empty list has no output, not even titles: ``TableHeader`` gives the reason.
struct VehicleTable {
    let header: ListHeader
    let style: TableStyle

    /// Maximum column width in a pipe, so that one long ID does not widen every row.
    private static let paddingLimit = 64

    func write(_ vehicles: VehicleSequence, to sink: inout ByteSink) throws {
        let distanceOrigin = header.distanceOrigin
        let columns = VehicleTableColumn.all.filter {
            $0 != (distanceOrigin == nil ? .distance : .position)
        }
        var table = TextTable(
            columns.map(tableColumn), style: style, paddingLimit: Self.paddingLimit)
        var row = VehicleTableRow(columns: columns, style: style, distanceOrigin: distanceOrigin)
        var isEmpty = true
        try vehicles { vehicle in
            row.fill(with: vehicle)
            table.measure(row.row)
            isEmpty = false
        }
        guard !isEmpty else { return }
        table.fit()
        table.appendTitles(to: &sink.text)
        try vehicles { vehicle in
            row.fill(with: vehicle)
            table.append(row.row, to: &sink.text)
            try sink.endRow()
        }
    }

    private func tableColumn(_ column: VehicleTableColumn) -> TableColumn {
        TableColumn(
            title: column.title, isRightAligned: column.isRightAligned, priority: column.priority,
            minWidth: column.minWidth, isAlwaysShown: column == .id || style.width == nil)
    }
}
