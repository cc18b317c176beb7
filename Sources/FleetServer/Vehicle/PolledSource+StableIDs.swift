import FleetCore
import FleetSQL
import FleetService
import HTTPTypes

extension PolledSource {
    /// Resolver of the vehicle IDs of this source.
    var resolver: VehicleResolver { VehicleResolver(of: source, vehicles) }

    /// Returns the ID or code on the label of a vehicle.
    func labelID(of vehicle: Vehicle) -> String { resolver.labelText(of: vehicle) }

    /// Returns whether the vehicles have no stable IDs, because those of the feed rotate.
    func hasRotatingIDs(in reader: any SnapshotReader) throws -> Bool {
        try resolver.rotation(reader.info(of: vehicles)) == .yes
    }

    /// Returns the stable ID of the vehicle that an ID finds, unless it is only a beginning of one;
    /// any other ID is a stable ID itself, perhaps of a vehicle that is not in the feed.
    /// - Throws: `Problem` (422) if the vehicle has none.
    func stableID(_ id: String, in reader: any SnapshotReader) throws -> String {
        guard try !hasRotatingIDs(in: reader) else { throw Problem.rotatingIDs(of: name) }
        let resolver = resolver
        let found: StoredVehicle?
        do {
            found = try resolver.find(id, .full, in: reader)
        } catch is AmbiguousID {
            found = nil
        }
        guard let found else { return id }
        guard let stable = resolver.stableID(of: found.vehicle) else {
            throw Problem(
                .unprocessableContent, "The vehicle \(id) has no ID in the label field.",
                hint: "Ask an administrator to check the label field of the source.")
        }
        return stable
    }
}

extension Problem {
    /// The answer to a favorite or a note of a vehicle that cannot be found again.
    static func rotatingIDs(of source: String) -> Problem {
        Problem(
            .unprocessableContent,
            "Vehicle IDs of \(source) rotate, so favorites and notes would lose their vehicles.",
            hint: """
                Write a note with a location, or ask an administrator to set the label field \
                of the source.
                """)
    }
}
