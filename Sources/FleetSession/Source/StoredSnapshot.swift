import FleetCore
import FleetStore

/// Stored snapshot of a source, isolated from concurrent writes by other processes.
package struct StoredSnapshot {
    let key: SourceKey
    let info: SnapshotInfo
    /// Reader of other data of the same moment.
    let reader: any SnapshotReader

    fileprivate init(_ key: SourceKey, in reader: any SnapshotReader) throws {
        guard let info = try reader.info(of: key) else { throw StoreError.nothingStored }
        self.key = key
        self.info = info
        self.reader = reader
    }

    func counts(_ query: VehicleQuery) throws -> VehicleCounts {
        try reader.counts(query, of: key)
    }

    func typeCounts() throws -> [TypeCount] {
        try reader.facetCounts(of: key).map {
            TypeCount(typeID: $0.typeID, formFactor: $0.formFactor, count: $0.count)
        }
    }

    func colorCounts() throws -> [ColorCount] {
        try reader.colorCounts(of: key)
    }

    func forEachVehicle(_ query: VehicleQuery, _ body: (Vehicle) throws -> Void) throws {
        try reader.forEachVehicle(query, of: key, body)
    }

    /// Returns all vehicles.
    func vehicles() throws -> [Vehicle] {
        var vehicles: [Vehicle] = []
        vehicles.reserveCapacity(info.total)
        try forEachVehicle(VehicleQuery()) { vehicles.append($0) }
        return vehicles
    }

    /// Finds a vehicle by its ID or a unique beginning of it, also one that has left the feed.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func find(_ id: String, onlyFull: Bool = false) throws -> KnownVehicle? {
        try reader.knownVehicle(id, of: key, onlyFull: onlyFull)
    }
}

extension SnapshotReader {
    /// Returns the vehicle with exactly this ID, or as it was when it left the feed.
    func knownVehicle(exactly id: String, of key: SourceKey) throws -> KnownVehicle? {
        if let vehicle = try vehicle(id, of: key) { return .present(vehicle) }
        return try goneVehicle(id, of: key).map { .gone($0) }
    }

    /// Finds a vehicle as ``VehicleLookup/find(_:)`` does, first by a full ID, then, unless only that
    /// counts, by its beginning; vehicles that have left the feed come after those in it.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func knownVehicle(
        _ id: String, of key: SourceKey, onlyFull: Bool = false
    ) throws -> KnownVehicle? {
        let (present, gone) = (VehicleLookup(self, key), VehicleLookup(gone: self, key))
        func known(_ vehicle: Vehicle?) throws -> KnownVehicle? {
            try vehicle.flatMap { try goneVehicle($0.id, of: key) }.map { .gone($0) }
        }
        if let vehicle = try present.find(full: id) { return .present(vehicle) }
        if let vehicle = try known(gone.find(full: id)) { return vehicle }
        guard !onlyFull else { return nil }
        if let vehicle = try present.find(beginning: id) { return .present(vehicle) }
        return try known(gone.find(beginning: id))
    }
}

/// A vehicle of the stored snapshot, or one that has left the feed.
enum KnownVehicle {
    case present(Vehicle)
    case gone(GoneVehicle)

    var vehicle: Vehicle {
        switch self {
        case .present(let vehicle): vehicle
        case .gone(let gone): gone.vehicle
        }
    }

    /// Time of the last snapshot with a vehicle that has left the feed; nil if it is present.
    var lastSeen: Timestamp? {
        if case .gone(let gone) = self { gone.seenAt } else { nil }
    }

    /// Logs when the vehicle was last seen, if it has left the feed.
    func logLastSeen(to output: Output) {
        guard let lastSeen else { return }
        output.log(
            "\(CommandError.shownID(vehicle.id)) is not in the feed; "
                + "last seen \(LocalTime.text(lastSeen))")
    }
}

extension FleetStore {
    /// Reads the stored snapshot of a source.
    /// - Throws: `StoreError.nothingStored` if there is none; errors of `body`.
    func read<Value>(
        _ key: SourceKey, _ body: (StoredSnapshot) throws -> Value
    ) throws -> Value {
        try snapshots.read { reader in try body(try StoredSnapshot(key, in: reader)) }
    }
}
