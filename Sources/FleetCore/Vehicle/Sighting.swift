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

extension Snapshot {
    /// Moves the vehicles of a table to where they were seen since their rows were changed.
    package mutating func move(to sightings: [Sighting]) {
        guard !sightings.isEmpty else { return }
        let byID = Dictionary(
            sightings.map { (ByteString($0.vehicleID), $0) }, uniquingKeysWith: { $1 })
        for index in vehicles.indices {
            guard let sighting = byID[ByteString(vehicles[index].id)],
                sighting.isNewer(than: vehicles[index])
            else { continue }
            vehicles[index].position = sighting.position
            vehicles[index].lastReported = sighting.seenAt
        }
    }
}
