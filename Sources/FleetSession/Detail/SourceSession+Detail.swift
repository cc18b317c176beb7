package import FleetCore
import FleetStore

extension SourceSession {
    /// Returns the detail of one vehicle, after a request if one is due; prints the parser's warnings.
    /// - Throws: `CommandError` (66) if no vehicle or several vehicles match.
    package func detail(of id: String) async throws -> VehicleDetail {
        switch try await fetchIfDue(FetchMode()) {
        case .loaded(let snapshot):
            context.output.warn(of: snapshot.parseReport)
            let vehicle = try VehicleLookup(snapshot.vehicles).find(id)
            guard let vehicle else { throw try missingVehicle(id, nil) }
            return VehicleDetail(
                source: selected.label, feed: snapshot.feed, fetchedAt: context.shownNow(),
                isStale: false,
                rotation: selected.source.rotation(observed: snapshot.feed.rotation),
                vehicle: vehicle)
        case .stored(let store, let key, let isStale):
            let (found, info) = try store.read(key) { stored in
                context.output.warn(of: stored.info.parseReport)
                return (try stored.find(id), stored.info)
            }
            guard let found else { throw try missingVehicle(id, store) }
            var detail = VehicleDetail(found.vehicle, info, of: selected, isStale: isStale)
            detail.lastSeen = found.lastSeen
            return detail
        }
    }
}

extension VehicleDetail {
    /// Creates the detail of a vehicle of a stored snapshot.
    init(_ vehicle: Vehicle, _ info: SnapshotInfo, of source: ResolvedSource, isStale: Bool) {
        self.init(
            source: source.label, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            rotation: source.source.rotation(observed: info.rotation), vehicle: vehicle)
    }
}

extension SourceSession {
    /// Returns an error about a missing vehicle; with a `store`, the hint covers favorites.
    func missingVehicle(_ id: String, _ store: FleetStore?) throws -> CommandError {
        CommandError(
            .noInput, "no vehicle \(CommandError.shownID(id)) in \(selected.label)",
            hint: try store.flatMap { try hint(forFavorite: id, $0) }
                ?? "search for part of the ID with `fleet list --search TEXT --color all`")
    }

    /// Returns a hint if the ID is that of a favorite.
    private func hint(forFavorite id: String, _ store: FleetStore) throws -> String? {
        guard selected.key != nil, let favorite = try stableIDs.favorite(id, in: store) else {
            return nil
        }
        let vehicle = try store.snapshots.read { try stableIDs.vehicle(favorite, in: $0) }
        guard let vehicle else {
            return "this favorite is missing from the feed; see `fleet favorite list`"
        }
        return "this is the stable ID of a favorite; use its current vehicle ID, "
            + CommandError.shownID(vehicle.id)
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
        let found = try matches(id)
        guard found.count <= 1 else { throw ambiguous(id, found) }
        return found.first
    }

    /// Whether a vehicle has this ID, except for ASCII case.
    func isFull(_ id: String) throws -> Bool {
        try exact(id) != nil || !equal(id).isEmpty
    }

    private func matches(_ id: String) throws -> [Vehicle] {
        if let vehicle = try exact(id) { return [vehicle] }
        let equal = try equal(id)
        guard equal.isEmpty, let prefix = IDPrefix(id) else { return equal }
        return try prefixed(prefix.text)
    }

    private func ambiguous(_ id: String, _ found: [Vehicle]) -> CommandError {
        let ids = found.prefix(Self.candidates)
            .map { String($0.id.unicodeScalars.prefix(80)) }.joined(separator: ", ")
        return CommandError(
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
