import FleetClient
package import FleetCore
package import FleetRuntime
import FleetSQL

extension SourceSession {
    /// Maximum number of events of a vehicle.
    private static let maxEvents = 1000

    /// Returns the recorded past of a vehicle: that of the team's server for its sources, otherwise
    /// that of the store.
    package func past(of vehicle: Vehicle) async throws -> VehiclePast {
        if let team = selected.team {
            return try await context.server(of: team.login)
                .past(ofVehicle: vehicle.id, of: team.name, limit: Self.maxEvents)
        }
        guard let store = try? readableStore() else { return VehiclePast(vehicleID: vehicle.id) }
        return try await store.changes.past(
            ofVehicle: vehicle.id, of: key.uuid, before: nil, limit: Self.maxEvents)
    }

    /// Returns the detail of one vehicle, after a request if one is due; prints the parser's
    /// warnings.
    /// - Throws: `CommandError` (66) if no vehicle or several vehicles match.
    ///
    /// - Parameter moment: A time in the history that the detail is of; `nil` for the present.
    package func detail(of id: String, at moment: String? = nil) async throws -> VehicleDetail {
        switch try await fetchIfDue(FetchMode(moment: moment)) {
        case .loaded(let snapshot, let cacheState, let moment):
            context.output.warn(of: snapshot.parseReport)
            let vehicle = try resolver.find(id, in: snapshot.vehicles)
            guard let vehicle else { throw try missingVehicle(id, nil) }
            var detail = VehicleDetail(
                source: selected.label, feed: snapshot.feed,
                fetchedAt: moment?.dataAt ?? context.shownNow(),
                isStale: false,
                rotation: selected.source.rotation(observed: snapshot.feed.rotation),
                vehicle: vehicle)
            detail.moment = moment
            detail.pictures = pictureAddresses(of: vehicle, in: cacheState)
            detail.context = VehicleDetail.Context(
                of: vehicle, in: snapshot.documents, at: context.shownNow())
            return detail
        case .stored(let store, let key, let isStale):
            let (found, info, documents) = try store.read(key) { stored in
                context.output.warn(of: stored.info.parseReport)
                let found = try resolver.find(id, in: stored.reader)
                let documents = try found.map {
                    try stored.reader.documents(around: $0.vehicle, of: key)
                }
                return (found, stored.info, documents ?? SideDocuments())
            }
            guard let found else { throw try missingVehicle(id, store) }
            var detail = found.detail(
                of: selected.label, selected.source, info, isStale: isStale)
            let cacheState = try await store.snapshots.record(of: key).cacheState
            detail.pictures = pictureAddresses(of: found.vehicle, in: cacheState)
            detail.context = VehicleDetail.Context(
                of: found.vehicle, in: documents, at: context.shownNow())
            return detail
        }
    }
}
