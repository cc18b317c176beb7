import FleetCore
import FleetService
import FleetStore
import HTTPTypes

/// The stable IDs of the vehicles of a source, under which favorites and notes are stored: the ID on
/// the label if the source has a field for it, otherwise the ID in the feed, unless it rotates.
struct StableIDs: Sendable {
    let source: PolledSource

    init(of source: PolledSource) { self.source = source }

    /// Whether the stable IDs are those of the feed.
    var areFeedIDs: Bool { source.source.labelField.map { $0 == .vehicleID } ?? true }

    /// Returns a function that extracts the stable ID of a vehicle, nil if it has none.
    func idExtractor() -> (Vehicle) -> String? {
        source.source.labelField?.idExtractor() ?? \.id
    }

    /// Whether the vehicles have no stable IDs, because those of the feed rotate.
    func areMissing(in reader: any SnapshotReader) throws -> Bool {
        guard source.source.labelField == nil else { return false }
        let observed = try reader.info(of: source.vehicles)?.rotation ?? .unknown
        return source.source.rotation(observed: observed) == .yes
    }

    /// Returns the stable ID of the vehicle with an ID of the feed, or with one that differs from it
    /// in case alone; another ID is a stable one itself, perhaps of a vehicle that is away.
    /// - Throws: `Problem` (422) if the vehicle has none.
    func resolve(_ id: String, in reader: any SnapshotReader) throws -> String {
        guard try !areMissing(in: reader) else { throw Problem.rotatingIDs(of: source.name) }
        if let vehicle = try reader.vehicle(id, of: source.vehicles) {
            guard let stable = idExtractor()(vehicle) else {
                throw Problem(
                    .unprocessableContent, "The vehicle has no ID in the label field.",
                    hint: "Ask an administrator to check the label field of the source.")
            }
            return stable
        }
        guard areFeedIDs, try reader.goneVehicle(id, of: source.vehicles) == nil else { return id }
        let similar = try reader.vehicles(.ignoringCase, id, of: source.vehicles, limit: 2)
        return similar.count == 1 ? similar[0].id : id
    }

    /// Returns the vehicles with some stable IDs, in the order of the IDs.
    func vehicles(_ ids: [String], in reader: any SnapshotReader) throws -> [KnownVehicle] {
        let key = source.vehicles
        guard areFeedIDs else {
            let present = try labeled(VehicleIDs(ids), in: reader)
            return ids.map { KnownVehicle(id: $0, vehicle: present[ByteString($0)]) }
        }
        return try ids.map { id in
            if let vehicle = try reader.vehicle(id, of: key) {
                return KnownVehicle(id: id, vehicle: vehicle)
            }
            return KnownVehicle(id: id, gone: try reader.goneVehicle(id, of: key))
        }
    }

    /// Returns the vehicles whose labels have one of some IDs, by that ID.
    private func labeled(
        _ ids: VehicleIDs, in reader: any SnapshotReader
    ) throws -> [ByteString: Vehicle] {
        let extract = idExtractor()
        var found: [ByteString: Vehicle] = [:]
        try reader.forEachVehicle(VehicleQuery(), of: source.vehicles) { vehicle in
            guard let id = extract(vehicle), ids.contains(id) else { return }
            found[ByteString(id)] = vehicle
        }
        return found
    }

    /// A vehicle of a favorite or a note.
    struct KnownVehicle: Sendable {
        /// The stable ID.
        let id: String
        /// The vehicle, while it is in the feed.
        var vehicle: Vehicle?
        /// The vehicle as it was last seen, if it has left the feed and is remembered.
        var gone: GoneVehicle?

        /// Its position, and the time of that.
        func place(at fetchedAt: Timestamp?) -> (position: Position, seenAt: Timestamp?)? {
            if let position = vehicle?.position {
                return (position, vehicle?.lastReported ?? fetchedAt)
            }
            return gone.flatMap { gone in gone.vehicle.position.map { ($0, gone.seenAt) } }
        }
    }
}

extension Problem {
    /// The answer to a favorite or a note of a vehicle that cannot be found again.
    static func rotatingIDs(of source: String) -> Problem {
        Problem(
            .unprocessableContent,
            "Vehicle IDs of \(source) rotate, so favorites and notes would lose their vehicles.",
            hint: "Write a note with a location, or ask an administrator to set the label field "
                + "of the source.")
    }
}
