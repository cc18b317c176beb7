package import FleetCore

/// Position near which a vehicle stands, and the first snapshot that had it there.
///
/// The columns change only with the vehicle's own row, so a vehicle that stands still costs
/// nothing.
package struct Standstill: Equatable {
    /// Distance from the position, in metres, from which a vehicle has moved; smaller ones are
    /// errors of the receiver.
    static let radiusMeters = 50.0

    /// Columns of `vehicle` with a standstill.
    package static let names = ["still_latitude", "still_longitude", "still_since"]
    package static let columns = names.joined(separator: ", ")

    /// Time at which the snapshot was received, on the displayed clock.
    let since: Timestamp
    let position: Position

    /// Creates the standstill of a vehicle in a snapshot that was received at `time`; `nil` if the
    /// vehicle has no position.
    ///
    /// - Parameter earlier: Standstill of the vehicle in the previous snapshot.
    package init?(of vehicle: Vehicle, at time: Timestamp, after earlier: Standstill?) {
        guard let position = vehicle.position else { return nil }
        if let earlier, earlier.position.distance(to: position) < Self.radiusMeters {
            self = earlier
        } else {
            (since, self.position) = (time, position)
        }
    }

    /// Reads the columns of the current row, from `column` on.
    package init?(from row: any SQLRow, at column: Int) {
        guard let since = row.integer(column + 2),
            let position = Position(latitude: row.real(column), longitude: row.real(column + 1))
        else { return nil }
        (self.since, self.position) = (Timestamp(milliseconds: since), position)
    }
}
