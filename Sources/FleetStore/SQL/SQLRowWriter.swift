/// A row that is written column by column, from left to right; `nil` is NULL.
package protocol SQLRowWriter {
    mutating func bind(_ value: Int64?) throws
    mutating func bind(_ value: Bool?) throws
    /// Writes a number; NaN is NULL.
    mutating func bind(_ value: Double?) throws
    mutating func bind(_ value: String?) throws
}
