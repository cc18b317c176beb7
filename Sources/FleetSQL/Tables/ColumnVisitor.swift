package import FleetCore

/// A record of a feed that has a row in a table.
package protocol StoredRecord {
    /// Visits the columns in the order in which they are written, read and digested.
    mutating func visit<Visitor: ColumnVisitor>(_ columns: inout Visitor) throws(Visitor.Failure)
}

/// A use of the columns of a record: writing, reading, comparing or defining them.
///
/// The visitors of vehicles are inlined, so that a column costs neither a call nor a `ColumnValue`.
package protocol ColumnVisitor {
    associatedtype Failure: Error
    /// Whether it sets the values of the record; a record that stays the same is not copied.
    static var isReader: Bool { get }

    /// Visits a column; returns the value that it reads.
    mutating func visit(_ name: StaticString, _ value: ColumnValue) throws(Failure) -> ColumnValue?
}

extension ColumnVisitor {
    package static var isReader: Bool { false }
}

/// The value of a column; `nil` is NULL.
package enum ColumnValue {
    case boolean(Bool?), integer(Int64?), real(Double?), text(String?), color(VehicleColor?)
    case measurements([Measurement]), typedCounts([TypedCount]?)
}

// One method for each type of a record's members.
extension ColumnVisitor {
    mutating func visit(_ name: StaticString, _ value: inout Bool?) throws(Failure) {
        if case .boolean(let new)? = try visit(name, .boolean(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout Int?) throws(Failure) {
        let number = value.map(Int64.init)
        if case .integer(let new)? = try visit(name, .integer(number)) { value = new.map(Int.init) }
    }

    mutating func visit(_ name: StaticString, _ value: inout Int64) throws(Failure) {
        if case .integer(let new?)? = try visit(name, .integer(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout Double?) throws(Failure) {
        if case .real(let new)? = try visit(name, .real(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout String?) throws(Failure) {
        if case .text(let new)? = try visit(name, .text(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout String) throws(Failure) {
        if case .text(let new?)? = try visit(name, .text(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout Timestamp?) throws(Failure) {
        if case .integer(let new)? = try visit(name, .integer(value?.milliseconds)) {
            value = new.map(Timestamp.init(milliseconds:))
        }
    }

    mutating func visit(_ name: StaticString, _ value: inout Timestamp) throws(Failure) {
        if case .integer(let new?)? = try visit(name, .integer(value.milliseconds)) {
            value = Timestamp(milliseconds: new)
        }
    }

    mutating func visit(_ name: StaticString, _ value: inout VehicleColor?) throws(Failure) {
        if case .color(let new)? = try visit(name, .color(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout VehicleState?) throws(Failure) {
        if case .text(let new)? = try visit(name, .text(value?.rawValue)) {
            value = new.flatMap(VehicleState.init(rawValue:))
        }
    }

    mutating func visit(_ name: StaticString, _ value: inout [Measurement]) throws(Failure) {
        if case .measurements(let new)? = try visit(name, .measurements(value)) { value = new }
    }

    mutating func visit(_ name: StaticString, _ value: inout [TypedCount]?) throws(Failure) {
        if case .typedCounts(let new)? = try visit(name, .typedCounts(value)) { value = new }
    }

    @inline(__always)
    mutating func visit(_ position: inout Position?) throws(Failure) {
        var (latitude, longitude) = (position?.latitude, position?.longitude)
        try visit("latitude", &latitude)
        try visit("longitude", &longitude)
        if Self.isReader { position = Position(latitude: latitude, longitude: longitude) }
    }
}

extension Position {
    /// Creates a position from two columns.
    package init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
