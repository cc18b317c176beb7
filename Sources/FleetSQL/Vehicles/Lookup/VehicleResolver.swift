package import FleetCore

/// Resolver of the vehicle IDs of a source.
///
/// A vehicle has an ID in the feed and a stable one, under which favorites and notes are stored:
/// the ID on its label if the source has a field for that, otherwise the ID in the feed, unless it
/// rotates.
package struct VehicleResolver: Sendable {
    /// The greatest difference between an ID and that of the vehicle that it finds.
    package enum Precision: Sendable {
        /// None: the bytes are equal.
        case exact
        /// The case of ASCII letters.
        case full
        /// The end is missing, or is `…` as in a table.
        case beginning
    }

    /// The key of the source's vehicles.
    package let key: SourceKey
    private let source: Source

    package init(of source: Source, _ key: SourceKey) {
        (self.source, self.key) = (source, key)
    }

    /// Whether the stable IDs are those of the feed.
    package var usesFeedIDs: Bool { source.labelField.map { $0 == .vehicleID } ?? true }

    /// Returns whether the stable IDs rotate, as those of a feed without a label field may.
    package func rotation(_ info: SnapshotInfo?) -> IDRotation {
        guard source.labelField == nil else { return .no }
        return source.rotation(observed: info?.rotation ?? .unknown)
    }

    /// Returns a function that extracts the stable ID of a vehicle, `nil` if it has none.
    private func idExtractor() -> (Vehicle) -> String? {
        source.labelField?.idExtractor() ?? \.id
    }

    /// Returns the stable ID of a vehicle; `nil` if it has none in the label field.
    package func stableID(of vehicle: Vehicle) -> String? { idExtractor()(vehicle) }

    /// Returns the text of a vehicle's label: that of the label field, or else its code or ID.
    package func labelText(of vehicle: Vehicle) -> String {
        source.labelField == nil ? vehicle.labelText : stableID(of: vehicle) ?? vehicle.id
    }
}

// Vehicles by typed IDs.
extension VehicleResolver {
    /// Finds the vehicle that a person or a program means by an ID.
    ///
    /// That is the vehicle with this ID in the feed or on its label; otherwise the only one with
    /// this code; otherwise the only one whose ID differs in case alone; otherwise the only one
    /// whose ID begins with it. At each step, vehicles that have left the feed come after those in
    /// it.
    /// - Throws: ``AmbiguousID`` if several vehicles match.
    package func find(
        _ id: String, _ precision: Precision = .beginning, in reader: any SnapshotReader
    ) throws -> StoredVehicle? {
        if let vehicle = try reader.vehicle(id, of: key) { return .present(vehicle) }
        if let vehicle = try labeled(id, in: reader) { return .present(vehicle) }
        if let vehicle = try coded(id, in: reader) { return .present(vehicle) }
        if let gone = try reader.goneVehicle(id, of: key) { return .gone(gone) }
        return try similar(id, precision) { match, id in
            let present = try reader.vehicles(match, id, of: key, limit: AmbiguousID.maxMatches)
            guard present.isEmpty else { return present.map { .present($0) } }
            return try reader.goneVehicles(match, id, of: key, limit: AmbiguousID.maxMatches)
                .map { .gone($0) }
        }
    }

    /// Returns the vehicle with exactly this ID in the feed, or as it was when it left the feed.
    package func vehicle(
        exactly id: String, in reader: any SnapshotReader
    ) throws -> StoredVehicle? {
        if let vehicle = try reader.vehicle(id, of: key) { return .present(vehicle) }
        return try reader.goneVehicle(id, of: key).map { .gone($0) }
    }

    /// Returns the vehicle whose label has an ID other than that of the feed.
    private func labeled(_ id: String, in reader: any SnapshotReader) throws -> Vehicle? {
        usesFeedIDs ? nil : try vehicles([id], in: reader)[0]?.vehicle
    }

    /// Returns the only vehicle of the feed with a code; those of most feeds have none.
    private func coded(_ code: String, in reader: any SnapshotReader) throws -> Vehicle? {
        guard try reader.info(of: key)?.feed.hasCodes == true else { return nil }
        let found = try reader.vehicles(.code, code, of: key, limit: AmbiguousID.maxMatches)
        return try only(found.map { .present($0) }, code)?.vehicle
    }

    private func only(_ found: [StoredVehicle], _ typed: String) throws -> StoredVehicle? {
        guard found.count > 1 else { return found.first }
        throw AmbiguousID(typed, .vehicles, matches: found.map(\.vehicle.id))
    }

    private func similar(
        _ id: String, _ precision: Precision,
        _ candidates: (IDMatch, String) throws -> [StoredVehicle]
    ) throws -> StoredVehicle? {
        guard precision != .exact else { return nil }
        if let found = try only(candidates(.ignoringCase, id), id) { return found }
        guard precision == .beginning, let prefix = IDPrefix(id) else { return nil }
        return try only(candidates(.prefix, prefix.text), id)
    }
}

extension IDMatch {
    func isMatch(_ id: String, _ typed: String) -> Bool {
        switch self {
        case .ignoringCase, .code: ASCIICase.equal(id, typed)
        case .prefix: ASCIICase.hasPrefix(id, typed)
        case .part, .partOfCode: ASCIICase.contains(id, typed)
        }
    }
}

// Vehicles by stable IDs.
extension VehicleResolver {
    /// Returns the vehicles with some stable IDs, in the order of the IDs.
    ///
    /// A vehicle that has left the feed is found only if its stable ID is that of the feed.
    package func vehicles(
        _ stableIDs: [String], in reader: any SnapshotReader
    ) throws -> [StoredVehicle?] {
        guard !usesFeedIDs else {
            return try stableIDs.map { try vehicle(exactly: $0, in: reader) }
        }
        return try vehicles(stableIDs) { try reader.forEachVehicle(.everything, of: key, $0) }
            .map { $0.map { .present($0) } }
    }

    private func vehicles(
        _ stableIDs: [String], forEachVehicle: ((Vehicle) -> Void) throws -> Void
    ) rethrows -> [Vehicle?] {
        let (ids, stableID) = (VehicleIDs(stableIDs), idExtractor())
        var found: [ByteString: Vehicle] = [:]
        try forEachVehicle { vehicle in
            guard let id = stableID(vehicle), ids.contains(id) else { return }
            let bytes = ByteString(id)
            if found[bytes] == nil { found[bytes] = vehicle }
        }
        return stableIDs.map { found[ByteString($0)] }
    }
}
