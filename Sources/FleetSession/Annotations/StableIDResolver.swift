package import FleetCore
package import FleetStore
package import FleetTeam

/// Resolver for the stable IDs of a source, under which favorites and notes are stored: the ID in the
/// label field if the source has one, otherwise the vehicle ID, unless it rotates.
package struct StableIDResolver: Sendable {
    package let key: SourceKey
    private let selected: ResolvedSource

    private var label: String { selected.label }
    private var source: Source { selected.source }

    private static let notice = "rotation_unknown"

    /// - Throws: `CommandError` (64) if the source is not stored because it has no name.
    init(of source: ResolvedSource) throws {
        guard let key = source.key else {
            throw Self.unnamed(source)
        }
        self.key = key
        selected = source
    }

    /// Returns an error about a source without a name.
    private static func unnamed(_ source: ResolvedSource) -> CommandError {
        guard source.source.location != .standardInput else {
            return .usage(
                "standard input needs a name to have favorites or notes",
                hint: "save it to a file, then add that with `fleet source add NAME FILE`")
        }
        return .usage(
            "\(source.label) needs a name to have favorites or notes",
            hint: "name it with `fleet source add NAME \(ShellWord.quoted(source.label))`")
    }

    /// Whether the stable IDs are the vehicle IDs of the feed.
    var usesFeedIDs: Bool { source.labelField.map { $0 == .vehicleID } ?? true }

    /// Returns a function that extracts the stable ID of a vehicle, nil if it has none.
    func idExtractor() -> (Vehicle) -> String? {
        source.labelField?.idExtractor() ?? \.id
    }

    /// Throws if the vehicle IDs rotate, and warns once if that is unknown.
    /// - Throws: `CommandError` (64).
    func check(_ info: SnapshotInfo, in store: FleetStore, warn: (String) -> Void) async throws {
        guard source.labelField == nil else { return }
        switch source.rotation(observed: info.rotation) {
        case .no: break
        case .yes:
            throw CommandError.usage(
                "vehicle IDs of \(label) rotate, so favorites and notes would lose their vehicles",
                hint: selected.adviser + "set the field of the stable ID with "
                    + "`\(selected.command(setting: "--label-field FIELD"))`, or "
                    + "use the operator's MDS feed, whose IDs are stable")
        case .unknown:
            guard try await store.recordNotice(Self.notice, for: key) else { return }
            warn(
                "vehicle IDs of \(label) may rotate after trips; if they do not, "
                    + "\(selected.adviser)run `\(selected.command(setting: "--ids stable"))`")
        }
    }
}

// Lookup of favorites and notes by a typed ID, which is a stable ID or a current vehicle ID.
extension StableIDResolver {
    /// Returns the favorite with exactly this ID, otherwise that of the vehicle with this current ID,
    /// otherwise the only one that differs in case alone, otherwise the only one with this prefix; nil if
    /// none matches.
    package func favorite(
        _ id: String, of annotations: HomeAnnotations, in store: FleetStore
    ) throws -> String? {
        let favorites = try annotations.favorites().map(\.id)
        let resolved = try stableID(ofVehicle: id, in: store)
        for candidate in [id, resolved].compactMap(\.self)
        where favorites.contains(where: { ByteOrder.equal($0, candidate) }) {
            return candidate
        }
        let matches = favorites.filter { ASCIICase.equal($0, id) }
        if !matches.isEmpty { return matches.count == 1 ? matches[0] : nil }
        return IDPrefix(id)?.only(of: favorites) { $0 }
    }

    /// Returns the notes with this ID, otherwise those about the vehicle with this current ID,
    /// otherwise those about the only vehicle with this prefix of its ID.
    package func notes(
        about id: String, of annotations: HomeAnnotations, in store: FleetStore
    ) throws -> [Note] {
        let notes = try annotations.notes(aboutIgnoringCase: id)
        guard notes.isEmpty else { return notes }
        if let resolved = try stableID(ofVehicle: id, in: store) {
            return try annotations.notes(about: resolved)
        }
        let all = try annotations.notes()
        let vehicles = VehicleIDs(all.map(\.vehicleID)).ids
        guard let vehicle = IDPrefix(id)?.only(of: vehicles, id: { $0 }) else { return [] }
        return all.filter { ByteOrder.equal($0.vehicleID, vehicle) }
    }

    /// Returns the stable ID of the vehicle that had this ID in the stored snapshot; nil if there is
    /// none, or if the IDs of the feed are themselves stable.
    private func stableID(ofVehicle id: String, in store: FleetStore) throws -> String? {
        guard !usesFeedIDs else { return nil }
        let vehicle = try store.snapshots.read { try VehicleLookup($0, key).only(id) }
        return vehicle.flatMap(idExtractor())
    }
}

extension StableIDResolver {
    /// Finds a vehicle by its full ID, otherwise by the stable ID on its label, otherwise, unless only a
    /// full ID counts, by the beginning of its ID; also one that has left the feed.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func find(
        _ id: String, in stored: StoredSnapshot, onlyFull: Bool = false
    ) throws -> KnownVehicle? {
        if let vehicle = try stored.find(id, onlyFull: true) { return vehicle }
        if !usesFeedIDs, let vehicle = try knownVehicle(id, in: stored.reader) { return vehicle }
        return onlyFull ? nil : try stored.find(id)
    }

    /// Returns the vehicle with a stable ID, or as it was when it left the feed.
    func knownVehicle(_ stableID: String, in reader: any SnapshotReader) throws -> KnownVehicle? {
        if let vehicle = try vehicle(stableID, in: reader) { return .present(vehicle) }
        guard usesFeedIDs else { return nil }
        return try reader.goneVehicle(stableID, of: key).map { .gone($0) }
    }

    /// Returns the vehicle with a stable ID; nil while it is missing from the feed.
    func vehicle(_ stableID: String, in reader: any SnapshotReader) throws -> Vehicle? {
        guard !usesFeedIDs else { return try reader.vehicle(stableID, of: key) }
        let idExtractor = idExtractor()
        var found: Vehicle?
        try reader.forEachVehicle(VehicleQuery(), of: key) { vehicle in
            guard found == nil, let id = idExtractor(vehicle), ByteOrder.equal(id, stableID) else {
                return
            }
            found = vehicle
        }
        return found
    }
}
