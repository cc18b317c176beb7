package import FleetCore
package import FleetSQL
package import FleetTeam

extension SourceSession {
    /// Resolver of the vehicle IDs of this source.
    package var resolver: VehicleResolver { VehicleResolver(of: selected.source, key) }

    /// Resolver of the stable IDs of this source, under which favorites and notes are stored.
    /// - Throws: `CommandError` (64) if the source is not stored because it has no name.
    package var stableIDs: VehicleResolver {
        get throws {
            guard selected.key == nil else { return resolver }
            let label = selected.label
            guard selected.source.location != .standardInput else {
                throw CommandError.usage(
                    "standard input needs a name to have favorites or notes",
                    hint: "save it to a file, then add that with `fleet source add NAME FILE`")
            }
            throw CommandError.usage(
                "\(label) needs a name to have favorites or notes",
                hint: "name it with `fleet source add NAME \(ShellWord.quoted(label))`")
        }
    }

    /// Throws if the stable IDs rotate, and warns once if that is unknown.
    /// - Throws: `CommandError` (64).
    package func checkStableIDs(
        _ info: SnapshotInfo, in store: any FleetStore, warn: (String) -> Void
    ) async throws {
        switch resolver.rotation(info) {
        case .no: break
        case .yes:
            throw CommandError.usage(
                "vehicle IDs of \(selected.label) rotate, "
                    + "so favorites and notes would lose their vehicles",
                hint: selected.adviser + "set the field of the stable ID with "
                    + "`\(selected.command(setting: "--label-field FIELD"))`, or "
                    + "use the operator's MDS feed, whose IDs are stable")
        case .unknown:
            guard try await store.recordNotice("rotation_unknown", for: key) else { return }
            warn(
                "vehicle IDs of \(selected.label) may rotate after trips; if they do not, "
                    + "\(selected.adviser)run `\(selected.command(setting: "--ids stable"))`")
        }
    }
}

// Lookup of favorites and notes by a typed ID, which is a stable ID or a current vehicle ID.
extension VehicleResolver {
    /// Returns the favorite with exactly this ID, otherwise that of the vehicle with this current
    /// ID, otherwise the only one that differs in case alone, otherwise the only one with this
    /// prefix; `nil` if none matches.
    package func favorite(
        _ id: String, of annotations: HomeAnnotations, in store: any FleetStore
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
        about id: String, of annotations: HomeAnnotations, in store: any FleetStore
    ) throws -> [Note] {
        let notes = try annotations.notes(aboutIgnoringCase: id)
        guard notes.isEmpty else { return notes }
        if let resolved = try stableID(ofVehicle: id, in: store) {
            return try annotations.notes(about: resolved)
        }
        let all = try annotations.notes()
        let vehicles = VehicleIDs(all.compactMap(\.vehicleID)).ids
        guard let vehicle = IDPrefix(id)?.only(of: vehicles, id: { $0 }) else { return [] }
        return all.filter { $0.vehicleID.map { ByteOrder.equal($0, vehicle) } == true }
    }

    /// Returns the stable ID of the only vehicle that an ID finds in the stored snapshot; `nil` if
    /// there is none, or if the IDs of the feed are themselves stable.
    private func stableID(ofVehicle id: String, in store: any FleetStore) throws -> String? {
        guard !usesFeedIDs else { return nil }
        do {
            return try store.snapshots.read { try find(id, in: $0) }
                .flatMap { stableID(of: $0.vehicle) }
        } catch is AmbiguousID {
            return nil
        }
    }
}
