import FleetCore
import FleetStore

// What is kept, found by what a person typed: the code that it is kept by, or the one that its vehicle
// has now.
extension StableCodes {
    /// The favorite of exactly this code, else that of the vehicle that has it now, else the only one
    /// that is equal but for case; `nil` if there is none.
    func favorite(_ id: String, in reader: StoreReader) throws -> String? {
        let favorites = try reader.favorites(of: key).map(\.id)
        let permanent = try permanentCode(ofPresent: id, in: reader)
        for code in [id, permanent].compactMap(\.self)
        where favorites.contains(where: { ByteOrder.equal($0, code) }) {
            return code
        }
        let alike = favorites.filter { ASCIICase.equal($0, id) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The notes about the vehicle of this code, else about the vehicle that has it now.
    func notes(about id: String, in reader: StoreReader) throws -> [Note] {
        let notes = try reader.notes(of: key, aboutAnyCaseOf: id)
        guard notes.isEmpty, let code = try permanentCode(ofPresent: id, in: reader) else {
            return notes
        }
        return try reader.notes(of: key, vehicle: code)
    }

    /// The permanent code of the vehicle that had a code when the source was last read; `nil` if there
    /// is none, or if the feed's codes are permanent themselves.
    private func permanentCode(ofPresent id: String, in reader: StoreReader) throws -> String? {
        guard !areFeedCodes else { return nil }
        return try VehicleLookup(reader, key).only(id).flatMap(finder())
    }
}
