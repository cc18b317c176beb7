import FleetCore
import FleetStore

extension OpenSource {
    /// What people wrote about a vehicle; nothing if nothing is kept of the source.
    func notes(about vehicle: Vehicle, by reader: StoreReader) throws -> [Note] {
        guard selected.key != nil, let code = try codes.finder()(vehicle) else { return [] }
        return try reader.notes(of: key, vehicle: code)
    }

    /// The same, read from the home's store.
    func notes(about vehicle: Vehicle) throws -> [Note] {
        switch shelf {
        case .store(let store, _), .readOnly(let store, _):
            try store.snapshot { try notes(about: vehicle, by: $0) }
        case .nowhere: []
        }
    }
}
