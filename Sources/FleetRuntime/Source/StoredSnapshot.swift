package import FleetCore
package import FleetSQL
import FleetSQLite

/// Stored snapshot of a source, isolated from concurrent writes by other processes.
package struct StoredSnapshot {
    package let key: SourceKey
    package let info: SnapshotInfo
    /// Reader of other data of the same moment.
    package let reader: any SnapshotReader

    /// Creates the snapshot within the transaction of a reader.
    /// - Throws: `StoreError.nothingStored` if there is none.
    package init(_ key: SourceKey, in reader: any SnapshotReader) throws {
        guard let info = try reader.info(of: key) else { throw StoreError.nothingStored }
        self.key = key
        self.info = info
        self.reader = reader
    }

    package func counts(_ query: VehicleQuery) throws -> VehicleCounts {
        try reader.counts(query, of: key)
    }

    package func typeCounts() throws -> [TypeCount] {
        try reader.facetCounts(of: key).filter(\.state.isInPublicSpace).map {
            TypeCount(typeID: $0.typeID, formFactor: $0.formFactor, count: $0.count)
        }
    }

    package func colorCounts() throws -> [ColorCount] {
        try reader.colorCounts(of: key)
    }

    package func forEachVehicle(_ query: VehicleQuery, _ body: (Vehicle) throws -> Void) throws {
        try reader.forEachVehicle(query, of: key, body)
    }

    /// Returns all vehicles in any state.
    func vehicles() throws -> [Vehicle] {
        var vehicles: [Vehicle] = []
        vehicles.reserveCapacity(info.total)
        try forEachVehicle(.everything) { vehicles.append($0) }
        return vehicles
    }
}

extension StoredSnapshot {
    /// Returns the snapshot of a source that is stored: of its vehicles, or else of its sites; `nil`
    /// without one.
    ///
    /// It requests nothing, and creates no file.
    package static func info(
        of name: String, in context: CommandContext
    ) async -> SnapshotInfo? {
        guard
            let selected = try? await context.select(
                name, in: context.preferences(), offline: true),
            let key = selected.key, let store = try? store(of: selected, in: context)
        else { return nil }
        return try? store.snapshots.read { reader in
            try reader.info(of: key) ?? reader.info(of: key.forSites)
        }
    }

    private static func store(
        of selected: ResolvedSource, in context: CommandContext
    ) throws -> any FleetStore {
        if context.usesDatabase, selected.team == nil { return try context.openStore() }
        return try HomeStore(readingOnly: context.home().storePath(of: selected))
    }
}

extension FleetStore {
    /// Reads the stored snapshot of a source.
    /// - Throws: `StoreError.nothingStored` if there is none; errors of `body`.
    package func read<Value>(
        _ key: SourceKey, _ body: (StoredSnapshot) throws -> Value
    ) throws -> Value {
        try snapshots.read { reader in try body(try StoredSnapshot(key, in: reader)) }
    }
}
