import FleetCore
import FleetStore

extension SourceSession {
    /// Returns an error about a missing vehicle; with a `reader`, the hint covers favorites.
    func missingVehicle(_ id: String, _ reader: StoreReader?) throws -> CommandError {
        CommandError(
            .noInput, "no vehicle \(IDArgument.shown(id)) in \(selected.label)",
            hint: try reader.flatMap { try hint(forFavorite: id, $0) }
                ?? "search for part of the ID with `fleet list --search TEXT --color all`")
    }

    /// Returns a hint if the ID is that of a favorite.
    private func hint(forFavorite id: String, _ reader: StoreReader) throws -> String? {
        guard selected.key != nil, let favorite = try stableIDs.favorite(id, in: reader) else {
            return nil
        }
        guard let vehicle = try stableIDs.vehicle(favorite, in: reader) else {
            return "this favorite is missing from the feed; see `fleet favorite list`"
        }
        return "this is the stable ID of a favorite; use its current vehicle ID, "
            + IDArgument.shown(vehicle.id)
    }
}

extension StoredSnapshot {
    /// Finds a vehicle like ``VehicleLookup/find(_:allowingPrefix:orThrow:)``.
    /// - Throws: `CommandError` (66) if no vehicle or several vehicles match.
    func find(_ id: String, of source: SourceSession, allowingPrefix: Bool) throws -> Vehicle {
        try lookup.find(id, allowingPrefix: allowingPrefix) {
            try read { try source.missingVehicle(id, $0) }
        }
    }
}
