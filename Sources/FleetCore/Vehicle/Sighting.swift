/// A location of a vehicle that a person reported.
///
/// It takes the place of the location in a row of a table until that row is changed.
public struct Sighting: Equatable, Sendable {
    /// How long sightings are kept.
    public static let lifetime = Duration.seconds(90 * 86_400)
    /// How long the person who reported a sighting is kept, unless a server has another time.
    public static let personLifetime = Duration.seconds(7 * 86_400)
    /// The time after a report in which its person can undo it.
    public static let undoLimit = Duration.seconds(600)
    /// The largest radius in metres of a location that a device found.
    public static let maxAccuracy = 100.0
    /// The maximum number of sightings that a person reports in ``personLifetime``.
    public static let limit = 10_000

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

    /// Returns the sighting with the location in the vehicle's row: if an earlier sighting has moved
    /// the vehicle to where it is shown, the location that was noted then.
    /// - Parameter others: All sightings of the vehicle, the newest first.
    package func following(_ others: [Sighting]) -> Sighting {
        guard let earlier = others.first(where: { $0.position == rowPosition }) else { return self }
        var sighting = self
        sighting.rowPosition = earlier.rowPosition
        return sighting
    }

    /// Returns whether the row of the vehicle has nothing newer.
    func isNewer(than row: Vehicle) -> Bool {
        row.position == rowPosition && row.lastReported.map { $0 <= seenAt } ?? true
    }
}
