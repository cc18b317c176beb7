import FleetCore
import FleetStore

// Lookup of favorites and notes by a typed ID, which is a stable ID or a current vehicle ID.
extension StableIDResolver {
    /// Returns the favorite with exactly this ID, otherwise that of the vehicle with this current ID,
    /// otherwise the only one that differs in case alone; nil if none matches.
    func favorite(_ id: String, in reader: StoreReader) throws -> String? {
        let favorites = try reader.favorites(of: key).map(\.id)
        let resolved = try stableID(ofVehicle: id, in: reader)
        for candidate in [id, resolved].compactMap(\.self)
        where favorites.contains(where: { ByteOrder.equal($0, candidate) }) {
            return candidate
        }
        let matches = favorites.filter { ASCIICase.equal($0, id) }
        return matches.count == 1 ? matches[0] : nil
    }

    /// Returns the notes with this ID, otherwise those about the vehicle with this current ID.
    func notes(about id: String, in reader: StoreReader) throws -> [Note] {
        let notes = try reader.notes(of: key, vehicleIgnoringCase: id)
        guard notes.isEmpty, let resolved = try stableID(ofVehicle: id, in: reader) else {
            return notes
        }
        return try reader.notes(of: key, vehicle: resolved)
    }

    /// Returns the stable ID of the vehicle that had this ID in the stored snapshot; nil if there is
    /// none, or if the IDs of the feed are themselves stable.
    private func stableID(ofVehicle id: String, in reader: StoreReader) throws -> String? {
        guard !usesFeedIDs else { return nil }
        return try VehicleLookup(reader, key).only(id).flatMap(idExtractor())
    }
}
