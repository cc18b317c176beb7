import FleetCore
import FleetStore

extension SourceSession {
    /// Returns the detail of one vehicle, after a request if one is due; prints the parser's warnings.
    /// - Throws: `CommandError` (66) if no vehicle or several vehicles match.
    func detail(of id: String, allowingPrefix: Bool) async throws -> VehicleDetail {
        switch try await fetchIfDue(FetchMode()) {
        case .loaded(let snapshot):
            context.output.warn(of: snapshot.parseReport)
            return VehicleDetail(
                source: selected.label, feed: snapshot.feed, fetchedAt: context.shownNow(),
                isStale: false,
                rotation: selected.source.rotation(observed: snapshot.feed.rotation),
                vehicle: try VehicleLookup(snapshot.vehicles).find(
                    id, allowingPrefix: allowingPrefix,
                    orThrow: { try missingVehicle(id, nil) }))
        case .stored(let store, let key, let isStale):
            return try store.read(key) { stored in
                context.output.warn(of: stored.info.parseReport)
                let vehicle = try stored.find(id, of: self, allowingPrefix: allowingPrefix)
                return VehicleDetail(vehicle, stored.info, of: selected, isStale: isStale)
            }
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
