public import FleetCore

/// A vehicle of the stored snapshot, or one that has left the feed.
package enum StoredVehicle: Sendable {
    case present(Vehicle)
    case gone(GoneVehicle)

    package var vehicle: Vehicle {
        switch self {
        case .present(let vehicle): vehicle
        case .gone(let gone): gone.vehicle
        }
    }

    /// Time of the last snapshot with a vehicle that has left the feed; `nil` if it is present.
    package var lastSeen: Timestamp? {
        if case .gone(let gone) = self { gone.seenAt } else { nil }
    }

    /// Returns the time of its location.
    /// - Parameter fetchedAt: The time of the snapshot.
    package func seenAt(fetchedAt: Timestamp?) -> Timestamp? {
        lastSeen ?? vehicle.lastReported ?? fetchedAt
    }

    /// Returns all data on it.
    /// - Parameters:
    ///   - label: The name of the source.
    ///   - source: Its definition.
    package func detail(
        of label: String, _ source: Source, _ info: SnapshotInfo, isStale: Bool
    ) -> VehicleDetail {
        var detail = VehicleDetail(
            source: label, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            rotation: source.rotation(observed: info.rotation), vehicle: vehicle)
        detail.lastSeen = lastSeen
        return detail
    }
}

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
