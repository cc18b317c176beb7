import FleetCore
import FleetStore

extension OpenSource {
    /// That there is no vehicle of a code; with what may be kept of it, as far as there is a `reader`.
    func absence(of id: String, _ reader: StoreReader?) throws -> Problem {
        Problem(
            .noInput, "there is no vehicle \(TypedID.shown(id)) in \(selected.label)",
            hint: try reader.flatMap { try hint(forFavorite: id, $0) }
                ?? "`fleet list --search TEXT --color all` finds vehicles by a part of the code")
    }

    /// Where the vehicle of a favorite is, if the code is that of one.
    private func hint(forFavorite id: String, _ reader: StoreReader) throws -> String? {
        guard selected.key != nil, let code = try codes.favorite(id, in: reader) else { return nil }
        guard let vehicle = try codes.vehicle(code, in: reader) else {
            return "it is a favorite that is away: `fleet favorite list` shows the favorites"
        }
        return "it is the permanent code of a favorite, which is there as "
            + TypedID.shown(vehicle.id)
    }
}

extension StoredSnapshot {
    /// Finds a vehicle as ``VehicleLookup/find(_:allowingPrefix:orThrow:)`` does.
    /// - Throws: `Problem` (66) if there is none, or several.
    func find(_ id: String, of source: OpenSource, allowingPrefix: Bool) throws -> Vehicle {
        try lookup.find(id, allowingPrefix: allowingPrefix) {
            try read { try source.absence(of: id, $0) }
        }
    }
}
