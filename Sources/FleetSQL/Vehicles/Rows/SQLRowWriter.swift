import FleetCore

/// A row that is written column by column, from left to right; `nil` is NULL.
package protocol SQLRowWriter: AnyObject {
    func bind(_ value: Int64?) throws
    func bind(_ value: Int32?) throws
    func bind(_ value: Int16?) throws
    func bind(_ value: Bool?) throws
    /// Writes a number; NaN is NULL.
    func bind(_ value: Double?) throws
    func bind(_ value: String?) throws
}

/// Visitor that writes the columns of a record to a row.
///
/// It is not generic, because a visitor of another module would not be specialized here.
struct ColumnWriter: ColumnVisitor {
    let row: any SQLRowWriter

    @inline(__always)
    func visit(_ name: StaticString, _ value: ColumnValue) throws -> ColumnValue? {
        switch value {
        case .boolean(let value): try row.bind(value)
        case .integer(let value): try row.bind(value)
        case .real(let value): try row.bind(value)
        case .text(let value): try row.bind(value)
        case .color(let value): try row.bind(value?.name)
        case .measurements(let value): try row.bind(MeasurementLines.text(of: value))
        case .typedCounts(let value): try row.bind(value.map(TypedCountLines.text))
        }
        return nil
    }
}

/// The parameters of a statement.
extension [SQLValue]: ColumnVisitor {
    package mutating func visit(_ name: StaticString, _ value: ColumnValue) -> ColumnValue? {
        let value: SQLValue =
            switch value {
            case .boolean(let value): .optional(value.map { Int64($0 ? 1 : 0) })
            case .integer(let value): .optional(value)
            case .real(let value): .optional(value)
            case .text(let value): .optional(value)
            case .color(let value): .optional(value?.name)
            case .measurements(let value): .optional(MeasurementLines.text(of: value))
            case .typedCounts(let value): .optional(value.map(TypedCountLines.text))
            }
        append(value)
        return nil
    }
}
