/// A location of a vehicle that a person reported.
///
/// It takes the place of the location in a row of a table until that row is changed.
public struct Sighting: Equatable, Sendable {
    /// How long sightings are kept.
    public static let lifetime = Duration.seconds(90 * 86_400)

    /// The ID of the vehicle.
    public var vehicleID: String
    /// The time at which the vehicle was there.
    public var seenAt: Timestamp
    /// The location.
    public var position: Position
    /// The location in the vehicle's row at that time; `nil` if it had none.
    public var rowPosition: Position?

    /// Creates a sighting.
    public init(
        of vehicleID: String, at position: Position, seenAt: Timestamp, rowPosition: Position?
    ) {
        (self.vehicleID, self.position) = (vehicleID, position)
        (self.seenAt, self.rowPosition) = (seenAt, rowPosition)
    }

    /// Returns whether the row of the vehicle has nothing newer.
    func isNewer(than row: Vehicle) -> Bool {
        row.position == rowPosition && row.lastReported.map { $0 <= seenAt } ?? true
    }
}
