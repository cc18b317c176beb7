import FleetCore
import FleetStore

extension OpenSource {
    /// Everything known of one vehicle, read anew if the source is due to be asked; what a person should
    /// know of the reading is told.
    /// - Throws: `Problem` (66) if there is no such vehicle, or several.
    func detail(of id: String, allowingPrefix: Bool) async throws -> VehicleDetail {
        switch try await supply(Asking()) {
        case .snapshot(let snapshot):
            composition.output.warn(of: snapshot.reading)
            return VehicleDetail(
                source: selected.label, feed: snapshot.feed, fetchedAt: composition.shownNow(),
                isStale: false, rotation: selected.source.rotation(seen: snapshot.feed.rotation),
                vehicle: try VehicleLookup(snapshot.vehicles).find(
                    id, allowingPrefix: allowingPrefix, orThrow: { try absence(of: id, nil) }))
        case .stored(let store, let key, let isStale):
            return try store.read(key) { stored in
                composition.output.warn(of: stored.info.reading)
                let vehicle = try stored.find(id, of: self, allowingPrefix: allowingPrefix)
                return VehicleDetail(vehicle, stored.info, of: selected, isStale: isStale)
            }
        }
    }
}

extension VehicleDetail {
    /// The detail of a vehicle of a stored snapshot.
    init(_ vehicle: Vehicle, _ info: SnapshotInfo, of source: SelectedSource, isStale: Bool) {
        self.init(
            source: source.label, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            rotation: source.source.rotation(seen: info.rotation), vehicle: vehicle)
    }
}
