import FleetCore

/// The newest row of a vehicle in the log: columns of `vehicle`.
package struct LogPosition: Equatable {
    /// Number of the row's ``VehicleVersion``.
    let version: Int64?
    /// Number of the commit; `nil` if the vehicle has no row.
    let loggedAt: Int64?

    /// The position of a vehicle that has no row in the log.
    package static let none = LogPosition(version: nil, loggedAt: nil)

    package static let names = ["version", "logged_at"]
    package static let columns = names.joined(separator: ", ")

    init(version: Int64?, loggedAt: Int64?) {
        (self.version, self.loggedAt) = (version, loggedAt)
    }

    /// Reads the columns of the current row, from `column` on.
    init(from row: any SQLRow, at column: Int) {
        self.init(version: row.integer(column), loggedAt: row.integer(column + 1))
    }
}
