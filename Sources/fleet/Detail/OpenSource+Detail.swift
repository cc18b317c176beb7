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
                isStale: false, rotation: selected.source.rotation ?? snapshot.feed.rotation,
                vehicle: try VehicleLookup(snapshot.vehicles)
                    .find(id, allowingPrefix: allowingPrefix, in: selected.label))
        case .stored(let store, let key, let isStale):
            return try store.read(key) { stored in
                composition.output.warn(of: stored.info.reading)
                return VehicleDetail(
                    source: selected.label, feed: stored.info.feed,
                    fetchedAt: stored.info.fetchedAt, isStale: isStale,
                    rotation: selected.source.rotation ?? stored.info.rotation,
                    vehicle: try VehicleLookup(stored)
                        .find(id, allowingPrefix: allowingPrefix, in: selected.label))
            }
        }
    }
}

extension VehicleLookup {
    /// Looks through a stored snapshot.
    init(_ stored: StoredSnapshot) {
        self.init(
            exact: { try stored.vehicle($0) },
            equal: { try stored.vehicles(.ignoringCase, $0) },
            prefixed: { try stored.vehicles(.prefix, $0) })
    }
}
