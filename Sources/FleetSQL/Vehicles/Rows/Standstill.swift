package import FleetCore

/// Stored standstills.
///
/// The columns change only with the vehicle's own row, so a vehicle that stands still costs
/// nothing.
extension Standstill {
    /// Columns of `vehicle` with a standstill.
    package static let names = ["still_latitude", "still_longitude", "still_since"]
    package static let columns = names.joined(separator: ", ")

    /// Creates the standstill of a vehicle in a snapshot that was received at `time`; `nil` if the
    /// vehicle has no position.
    ///
    /// - Parameter earlier: Standstill of the vehicle in the previous snapshot.
    package init?(of vehicle: Vehicle, at time: Timestamp, after earlier: Standstill?) {
        self.init(at: vehicle.position, time, after: earlier)
    }

    /// Reads the columns of the current row, from `column` on.
    package init?(from row: any SQLRow, at column: Int) {
        guard let since = row.integer(column + 2),
            let position = Position(latitude: row.real(column), longitude: row.real(column + 1))
        else { return nil }
        self.init(since: Timestamp(milliseconds: since), at: position)
    }
}
