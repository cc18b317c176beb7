import FleetCore

/// A row that is written column by column, from left to right; `nil` is NULL.
package protocol SQLRowWriter: ColumnVisitor {
    mutating func bind(_ value: Int64?) throws(Failure)
    mutating func bind(_ value: Bool?) throws(Failure)
    /// Writes a number; NaN is NULL.
    mutating func bind(_ value: Double?) throws(Failure)
    mutating func bind(_ value: String?) throws(Failure)
}

extension SQLRowWriter {
    @inline(__always)
    package mutating func visit(
        _ name: StaticString, _ value: ColumnValue
    ) throws(Failure) -> ColumnValue? {
        switch value {
        case .boolean(let value): try bind(value)
        case .integer(let value): try bind(value)
        case .real(let value): try bind(value)
        case .text(let value): try bind(value)
        case .color(let value): try bind(value?.name)
        case .measurements(let value): try bind(MeasurementLines.text(of: value))
        }
        return nil
    }
}

/// The parameters of a statement.
extension [SQLValue]: ColumnVisitor, SQLRowWriter {
    package typealias Failure = Never

    package mutating func bind(_ value: Int64?) { append(.optional(value)) }
    package mutating func bind(_ value: Bool?) { bind(value.map { $0 ? Int64(1) : 0 }) }
    package mutating func bind(_ value: Double?) { append(.optional(value)) }
    package mutating func bind(_ value: String?) { append(.optional(value)) }
}
