package import FleetCore
import FleetStore

extension SourceSession {
    /// Returns the detail of one vehicle, after a request if one is due; prints the parser's warnings.
    /// - Throws: `CommandError` (66) if no vehicle or several vehicles match.
    package func detail(of id: String) async throws -> VehicleDetail {
        switch try await fetchIfDue(FetchMode()) {
        case .loaded(let snapshot, let cacheState):
            context.output.warn(of: snapshot.parseReport)
            let vehicle = try VehicleLookup(snapshot.vehicles).find(id)
            guard let vehicle else { throw try missingVehicle(id, nil) }
            var detail = VehicleDetail(
                source: selected.label, feed: snapshot.feed, fetchedAt: context.shownNow(),
                isStale: false,
                rotation: selected.source.rotation(observed: snapshot.feed.rotation),
                vehicle: vehicle)
            detail.pictures = pictureAddresses(of: vehicle, in: cacheState)
            return detail
        case .stored(let store, let key, let isStale):
            let (found, info) = try store.read(key) { stored in
                context.output.warn(of: stored.info.parseReport)
                let found =
                    try selected.key == nil ? stored.find(id) : stableIDs.find(id, in: stored)
                return (found, stored.info)
            }
            guard let found else { throw try missingVehicle(id, store) }
            var detail = VehicleDetail(found, info, of: selected, isStale: isStale)
            let cacheState = try await store.snapshots.record(of: key).cacheState
            detail.pictures = pictureAddresses(of: found.vehicle, in: cacheState)
            return detail
        }
    }
}

extension VehicleDetail {
    /// Creates the detail of a vehicle of a stored snapshot, or of one that has left the feed.
    init(_ known: KnownVehicle, _ info: SnapshotInfo, of source: ResolvedSource, isStale: Bool) {
        self.init(
            source: source.label, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            rotation: source.source.rotation(observed: info.rotation), vehicle: known.vehicle)
        lastSeen = known.lastSeen
    }
}

extension SourceSession {
    /// Returns an error about a missing vehicle; with a `store`, the hint covers favorites.
    func missingVehicle(_ id: String, _ store: FleetStore?) throws -> CommandError {
        CommandError(
            .noInput, "no vehicle \(CommandError.shownID(id)) in \(selected.label)",
            hint: try context.hint(forSource: id, "list", search: "--color all" + selected.option)
                ?? store.flatMap { try hint(forFavorite: id, $0) ?? hintIfEmpty($0) }
                ?? "search for part of the ID with "
                + "`fleet list --search TEXT --color all\(selected.option)`")
    }

    /// Returns an error about a vehicle that has left the feed.
    func goneVehicle(_ known: KnownVehicle) -> CommandError {
        let id = CommandError.shownID(known.vehicle.id)
        let seen = known.lastSeen.map { "; last seen \(LocalTime.text($0))" } ?? ""
        return CommandError(
            .noInput, "\(id) is not in the feed" + seen,
            hint: "run `fleet detail \(ShellWord.quoted(id))\(selected.option)` to see it as it was"
        )
    }

    /// Returns a hint if the stored snapshot has no vehicles, which no search would find.
    private func hintIfEmpty(_ store: FleetStore) throws -> String? {
        let info = try store.snapshots.read { try $0.info(of: key) }
        return info?.total == 0 ? "the feed has no vehicles right now; try again later" : nil
    }

    /// Returns a hint if the ID is that of a favorite.
    private func hint(forFavorite id: String, _ store: FleetStore) throws -> String? {
        // Favorites that cannot be read only take the hint away.
        guard selected.key != nil,
            let favorite = try? stableIDs.favorite(id, of: annotations, in: store)
        else { return nil }
        let vehicle = try store.snapshots.read { try stableIDs.vehicle(favorite, in: $0) }
        guard let vehicle else {
            return
                "this favorite is missing from the feed; see "
                + "`fleet favorite list\(selected.option)`"
        }
        return "this is the stable ID of a favorite; use its current vehicle ID, "
            + CommandError.shownID(vehicle.id)
    }
}

extension CommandContext {
    /// Returns the hint for an ID that is the name of a source, or an address without its scheme;
    /// nil for any other.
    /// - Parameters:
    ///   - command: The command that lists the vehicles or sites of a source.
    ///   - options: Its further options for a search of the ID.
    func hint(forSource id: String, _ command: String, search options: String) -> String? {
        if isSource(id) {
            let options = options.isEmpty || options.hasPrefix(" ") ? options : " " + options
            return "\(id) is a source: `fleet \(command) --source \(id)` lists it; "
                + "`fleet \(command) --search \(id)\(options)` searches for an ID"
        }
        return id.contains("/") ? IncompleteAddress(id)?.hint : nil
    }
}

/// Lookup of vehicles of a snapshot by a typed ID.
struct VehicleLookup {
    /// Returns the vehicle with exactly this ID, byte for byte.
    let exact: (_ id: String) throws -> Vehicle?
    /// Returns at most `candidates` vehicles whose ID is equal except for ASCII case.
    let equal: (_ id: String) throws -> [Vehicle]
    /// Returns at most `candidates` vehicles whose ID has this prefix, ignoring ASCII case.
    let prefixed: (_ id: String) throws -> [Vehicle]

    /// Maximum candidates in the error about an ambiguous ID.
    static let candidates = 10

    /// Returns the vehicle that ``find(_:)`` finds; nil if no vehicle or several vehicles match.
    func only(_ id: String) throws -> Vehicle? {
        let matches = try matches(id)
        return matches.count == 1 ? matches[0] : nil
    }

    /// Finds a vehicle by its ID, otherwise by the only ID that differs in case alone, otherwise by the
    /// only ID with this prefix, which may end in `…` as in a table; returns nil if none matches.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func find(_ id: String) throws -> Vehicle? {
        try find(full: id) ?? find(beginning: id)
    }

    /// Finds a vehicle by its ID, otherwise by the only ID that differs in case alone.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func find(full id: String) throws -> Vehicle? { try one(of: fullMatches(id), id) }

    /// Finds a vehicle by the beginning of its ID.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func find(beginning id: String) throws -> Vehicle? { try one(of: partialMatches(id), id) }

    private func matches(_ id: String) throws -> [Vehicle] {
        let full = try fullMatches(id)
        return full.isEmpty ? try partialMatches(id) : full
    }

    private func fullMatches(_ id: String) throws -> [Vehicle] {
        if let vehicle = try exact(id) { return [vehicle] }
        return try equal(id)
    }

    private func partialMatches(_ id: String) throws -> [Vehicle] {
        try IDPrefix(id).map { try prefixed($0.text) } ?? []
    }

    private func one(of found: [Vehicle], _ id: String) throws -> Vehicle? {
        guard found.count > 1 else { return found.first }
        let ids = found.prefix(Self.candidates)
            .map { String($0.id.unicodeScalars.prefix(80)) }.joined(separator: ", ")
        throw CommandError(
            .noInput, "'\(CommandError.shownID(id))' matches several vehicles",
            hint: "give the full ID: \(ids)")
    }
}

extension VehicleLookup {
    /// Creates a lookup in the stored snapshot of a source.
    init(_ reader: any SnapshotReader, _ key: SourceKey) {
        self.init(
            exact: { try reader.vehicle($0, of: key) },
            equal: { try reader.vehicles(.ignoringCase, $0, of: key, limit: Self.candidates) },
            prefixed: { try reader.vehicles(.prefix, $0, of: key, limit: Self.candidates) })
    }

    /// Creates a lookup in the vehicles that have left the feed of a source.
    init(gone reader: any SnapshotReader, _ key: SourceKey) {
        self.init(
            exact: { try reader.goneVehicle($0, of: key)?.vehicle },
            equal: {
                try reader.goneVehicles(.ignoringCase, $0, of: key, limit: Self.candidates)
                    .map(\.vehicle)
            },
            prefixed: {
                try reader.goneVehicles(.prefix, $0, of: key, limit: Self.candidates)
                    .map(\.vehicle)
            })
    }

    /// Creates a lookup in the vehicles of a snapshot.
    init(_ vehicles: [Vehicle]) {
        func first(_ isMatch: (Vehicle) -> Bool) -> [Vehicle] {
            Array(vehicles.lazy.filter(isMatch).prefix(Self.candidates))
        }
        self.init(
            exact: { id in vehicles.first { ByteOrder.equal($0.id, id) } },
            equal: { id in first { ASCIICase.equal($0.id, id) } },
            prefixed: { id in first { ASCIICase.hasPrefix($0.id, id) } })
    }
}

extension CommandError {
    /// Maximum characters (Unicode scalars) of an ID in a message.
    private static let maxIDLength = 200

    /// Returns an ID for a message, truncated if it is long.
    package static func shownID(_ id: String) -> String {
        let beginning = id.unicodeScalars.prefix(maxIDLength)
        return beginning.endIndex == id.endIndex ? id : String(beginning) + "…"
    }
}
