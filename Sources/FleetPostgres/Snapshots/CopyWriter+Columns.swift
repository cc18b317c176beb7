import FleetSQL

extension CopyWriter: SQLRowWriter {
    typealias Failure = Never

    mutating func bind(_ value: Int64?) { append(value) }
    mutating func bind(_ value: Bool?) { append(value) }
    mutating func bind(_ value: Double?) { append(value) }

    /// Appends a text; PostgreSQL cannot store a NUL, which the readers of feeds refuse, too.
    mutating func bind(_ value: String?) {
        guard let value, value.utf8.contains(0) else { return append(value) }
        append(value.replacing("\0", with: "\u{FFFD}"))
    }
}
