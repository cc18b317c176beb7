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
            return try await TeamServer(of: team.login, in: context)
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
        let content = try await fetchIfDue(FetchMode(moment: moment))
        let (found, info, documents) = try content.read { stored in
            context.output.warn(of: stored.info.parseReport)
            let found = try resolver.find(id, in: stored.reader)
            let documents = try found.map {
                try stored.reader.documents(around: $0.vehicle, of: stored.key)
            }
            return (found, stored.info, documents ?? SideDocuments())
        }
        guard let found else { throw try missingVehicle(id, content.store) }
        var detail = found.detail(
            of: selected.label, selected.source, info, isStale: content.isStale)
        detail.moment = content.moment
        detail.pictures = pictureAddresses(
            of: found.vehicle, in: try await content.feedCacheState())
        detail.context = VehicleDetail.Context(
            of: found.vehicle, in: documents, at: context.shownNow())
        return detail
    }

    /// Returns the stored notices, prices, regions and zones of this source, without a request; `nil` if
    /// it was never read.
    ///
    /// Those of a local source are read.
    package func systemReport() async -> SystemReport? {
        let mode = FetchMode(offline: selected.source.location.isWeb)
        let now = context.shownNow()
        return try? await fetchIfDue(mode).read { try $0.reader.systemReport(of: $0.key, at: now) }
    }
}
