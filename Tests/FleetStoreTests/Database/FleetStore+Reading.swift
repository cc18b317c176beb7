import FleetCore
import FleetStore

// Each of these reads in a transaction of its own; `snapshot` joins several in one.
extension FleetStore {
    /// What is remembered of a source, for commands that do one thing and end.
    func record(of key: SourceKey) throws -> SourceRecord {
        try snapshot { try $0.record(of: key) }
    }

    /// How many vehicles a query concerns: see ``StoreReader/counts(_:of:)``.
    func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        try snapshot { try $0.counts(query, of: key) }
    }

    /// The colors that a source has, the most frequent first.
    func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        try snapshot { try $0.colorCounts(of: key) }
    }

    /// Reads the vehicles of a query one by one: see ``StoreReader/forEachVehicle(_:of:_:)``.
    func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        try snapshot { try $0.forEachVehicle(query, of: key, body) }
    }

    /// The vehicle with exactly this code, byte for byte.
    func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        try snapshot { try $0.vehicle(id, of: key) }
    }

    /// The vehicles whose codes are like `id`: see ``StoreReader/vehicles(_:_:of:limit:)``.
    func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int = 10
    ) throws -> [Vehicle] {
        try snapshot { try $0.vehicles(match, id, of: key, limit: limit) }
    }
}
