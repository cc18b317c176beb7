package import FleetCore
import FleetStore

extension SourceSession {
    /// Returns the detail of one vehicle, after a request if one is due; prints the parser's warnings.
    /// - Throws: `CommandError` (66) if no vehicle or several vehicles match.
    package func detail(of id: String, allowingPrefix: Bool) async throws -> VehicleDetail {
        switch try await fetchIfDue(FetchMode()) {
        case .loaded(let snapshot):
            context.output.warn(of: snapshot.parseReport)
            let vehicle = try VehicleLookup(snapshot.vehicles).find(
                id, allowingPrefix: allowingPrefix)
            guard let vehicle else { throw try missingVehicle(id, nil) }
            return VehicleDetail(
                source: selected.label, feed: snapshot.feed, fetchedAt: context.shownNow(),
                isStale: false,
                rotation: selected.source.rotation(observed: snapshot.feed.rotation),
                vehicle: vehicle)
        case .stored(let store, let key, let isStale):
            let (vehicle, gone, info) = try store.read(key) { stored in
                context.output.warn(of: stored.info.parseReport)
                let vehicle = try stored.lookup.find(id, allowingPrefix: allowingPrefix)
                return (vehicle, vehicle == nil ? try stored.gone(id) : nil, stored.info)
            }
            guard let vehicle = vehicle ?? gone?.vehicle else {
                throw try missingVehicle(id, store)
            }
            var detail = VehicleDetail(vehicle, info, of: selected, isStale: isStale)
            detail.lastSeen = gone?.seenAt
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

    /// Returns the vehicle with this ID, otherwise the only one whose ID differs in case alone.
    ///
    /// Returns nil if no vehicle or several vehicles match.
    func only(_ id: String) throws -> Vehicle? {
        if let vehicle = try exact(id) { return vehicle }
        let matches = try equal(id)
        return matches.count == 1 ? matches[0] : nil
    }

    /// Finds a vehicle by its ID, otherwise by the only ID that differs in case alone, otherwise (if
    /// `allowingPrefix`) by the only ID with this prefix; returns nil if none matches.
    /// - Throws: `CommandError` (66) if several vehicles match.
    func find(_ id: String, allowingPrefix: Bool) throws -> Vehicle? {
        if let vehicle = try exact(id) { return vehicle }
        var found = try equal(id)
        if found.isEmpty, allowingPrefix { found = try prefixed(id) }
        guard found.count <= 1 else { throw ambiguous(id, found) }
        return found.first
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
