import FleetCore
import FleetStore

extension SourceSession {
    /// Returns the notes about a vehicle; none if the source is not stored.
    func notes(about vehicle: Vehicle, by reader: StoreReader) throws -> [Note] {
        guard selected.key != nil, let id = try stableIDs.idExtractor()(vehicle) else { return [] }
        return try reader.notes(of: key, vehicle: id)
    }

    /// Returns the notes about a vehicle in the home's store.
    func notes(about vehicle: Vehicle) throws -> [Note] {
        switch storage {
        case .store(let store, _), .readOnly(let store, _):
            try store.snapshot { try notes(about: vehicle, by: $0) }
        case .notStored: []
        }
    }
}
