public import FleetCore

/// A vehicle that has left the feed, as it was last seen.
public struct GoneVehicle: Equatable, Sendable {
    /// The vehicle in the last snapshot that had it.
    public let vehicle: Vehicle
    /// Time of the vehicle's last report, or of that snapshot.
    public let seenAt: Timestamp

    init(_ vehicle: Vehicle, in snapshotAt: Timestamp) {
        self.vehicle = vehicle
        seenAt = vehicle.lastReported ?? snapshotAt
    }
}
