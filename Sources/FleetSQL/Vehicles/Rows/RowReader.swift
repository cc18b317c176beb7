import FleetCore

extension StoredRecord {
    /// Reads the columns of a row, from one on.
    @inline(__always)
    mutating func read(from row: any SQLRow, at column: Int, _ colors: inout ColorCache) {
        var columns = RowReader(row: row, column: column, colors: colors)
        visit(&columns)
        colors = columns.colors
    }
}

/// Reader of the columns of a record from a row, from left to right.
private struct RowReader: ColumnVisitor {
    static var isReader: Bool { true }
    let row: any SQLRow
    var column: Int
    var colors: ColorCache

    @inline(__always)
    mutating func visit(_ name: StaticString, _ value: ColumnValue) -> ColumnValue? {
        defer { column += 1 }
        return switch value {
        case .boolean: .boolean(row.integer(column).map { $0 != 0 })
        case .integer: .integer(row.integer(column))
        case .real: .real(row.real(column))
        case .text: .text(row.text(column))
        case .color: .color(colors.color(in: row, at: column))
        case .measurements: .measurements(MeasurementLines.measurements(in: row.text(column)))
        case .typedCounts: .typedCounts(row.text(column).map(TypedCountLines.counts))
        }
    }
}

/// Cache of parsed colors: parsing a color costs more than reading a row.
package struct ColorCache {
    private var colors: [VehicleColor] = []
    private static let maxColors = 8

    package init() {}

    /// Returns the color in a column of a row.
    mutating func color(in row: any SQLRow, at column: Int) -> VehicleColor? {
        // No color has an empty name.
        let (isMissing, known) = row.withText(column) { name in
            (name.isEmpty, colors.first { $0.name.utf8.elementsEqual(name) })
        }
        if isMissing || known != nil { return known }
        let color = row.text(column).flatMap { VehicleColor($0) }
        if let color, colors.count < Self.maxColors { colors.append(color) }
        return color
    }
}
