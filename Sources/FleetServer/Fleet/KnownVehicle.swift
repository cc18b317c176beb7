import FleetCore
import FleetService
import FleetStore

/// A vehicle of the stored snapshot, or one that has left the feed.
struct KnownVehicle: Sendable {
    let vehicle: Vehicle
    /// Time of the last snapshot with it; nil while it is in the feed.
    let lastSeen: Timestamp?

    /// Finds a vehicle by its ID in the feed, or by the ID on its label; nil if there is none.
    init?(_ id: String, of source: PolledSource, in reader: any SnapshotReader) throws {
        if let vehicle = try reader.vehicle(id, of: source.vehicles) {
            (self.vehicle, lastSeen) = (vehicle, nil)
        } else if let vehicle = try Self.labeled(id, of: source, in: reader) {
            (self.vehicle, lastSeen) = (vehicle, nil)
        } else if let gone = try reader.goneVehicle(id, of: source.vehicles) {
            (vehicle, lastSeen) = (gone.vehicle, gone.seenAt)
        } else {
            return nil
        }
    }

    /// Returns the vehicle whose label has an ID other than that of the feed.
    private static func labeled(
        _ id: String, of source: PolledSource, in reader: any SnapshotReader
    ) throws -> Vehicle? {
        guard let field = source.source.labelField, field != .vehicleID else { return nil }
        let extract = field.idExtractor()
        var found: Vehicle?
        try reader.forEachVehicle(VehicleQuery(), of: source.vehicles) { vehicle in
            guard found == nil, let label = extract(vehicle), ByteOrder.equal(label, id) else {
                return
            }
            found = vehicle
        }
        return found
    }

    /// Returns all data on it.
    func detail(of source: PolledSource, _ info: SnapshotInfo, isStale: Bool) -> VehicleDetail {
        var detail = VehicleDetail(
            source: source.name, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            rotation: source.source.rotation(observed: info.rotation), vehicle: vehicle)
        detail.lastSeen = lastSeen
        return detail
    }
}
