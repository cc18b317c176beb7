import FleetCore
import FleetStore

/// A source's stored snapshot, read at one moment whatever other processes write meanwhile.
struct StoredSnapshot {
    let key: SourceKey
    let info: SnapshotInfo
    private let reader: StoreReader

    fileprivate init(_ key: SourceKey, in reader: StoreReader) throws {
        guard let info = try reader.info(of: key) else {
            throw StoreFailure.nothingStored(source: key.text)
        }
        self.key = key
        self.info = info
        self.reader = reader
    }

    func counts(_ query: VehicleQuery) throws -> VehicleCounts {
        try reader.counts(query, of: key)
    }

    func colorCounts() throws -> [ColorCount] {
        try reader.colorCounts(of: key)
    }

    func forEachVehicle(_ query: VehicleQuery, _ body: (Vehicle) throws -> Void) throws {
        try reader.forEachVehicle(query, of: key, body)
    }

    /// What is read beside its vehicles.
    func read<Value>(_ body: (StoreReader) throws -> Value) rethrows -> Value { try body(reader) }

    /// The ways to find one of its vehicles.
    var lookup: VehicleLookup { VehicleLookup(reader, key) }

    /// The favorites, and the vehicles that they stand for.
    func favorites(by codes: StableCodes) throws -> [FavoriteVehicle] {
        try codes.favorites(in: reader)
    }
}

extension FleetStore {
    /// Reads a source's snapshot.
    /// - Throws: `StoreFailure.nothingStored` if there is none, and what `body` throws.
    func read<Value>(
        _ key: SourceKey, _ body: (StoredSnapshot) throws -> Value
    ) throws -> Value {
        try snapshot { reader in try body(try StoredSnapshot(key, in: reader)) }
    }
}
