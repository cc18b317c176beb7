package import FleetCore
import FleetSQL

/// The sites of a source at a time in their history.
package struct PastSites: Sendable {
    /// The sites, ordered by ID; names, positions and capacities are those of today.
    package let sites: [Site]
    /// The description of the feed.
    package let feed: FeedDescription
    /// The time.
    package let moment: PastMoment
    /// The vehicles at the sites then, if the feed lacks the vehicle count of any site.
    package let parked: ParkedVehicles
}

extension SourceSession {
    /// Returns the sites of the source at a time in their history, as a person typed it.
    /// - Parameter isQuiet: Whether it does not warn if the sites were not read then.
    /// - Throws: `MomentTextError` for a text that is no past time; `CommandError` (66) without a
    ///   state.
    package func pastSites(at text: String, isQuiet: Bool = false) async throws -> PastSites {
        let (store, key) = try historyStore()
        let past = try await moment(text, of: key, isQuiet: isQuiet) { try $0.sites(at: $1) }
        guard let past else { throw noSiteHistory }
        return PastSites(
            sites: past.snapshot.sites, feed: past.snapshot.feed, moment: past.past,
            parked: try await parkedVehicles(
                at: past.past.at, past.snapshot.sites, in: store))
    }

    private var noSiteHistory: CommandError {
        guard selected.source.history != nil else { return historyIsOff }
        return CommandError(
            .noInput, "\(selected.label) has no history of its sites yet",
            hint:
                "`fleet site list\(selected.option)` reads them, and keeps their changes from now on"
        )
    }

    private func parkedVehicles(
        at time: Timestamp, _ sites: [Site], in store: any FleetStore
    ) async throws -> ParkedVehicles {
        guard sites.contains(where: { $0.vehicles == nil }), let key = selected.vehiclesKey,
            case .moment(let snapshot, _)? = try await store.changes.history(
                of: key, { try $0.moment(at: time) })
        else { return ParkedVehicles() }
        let query = VehicleQuery()
        let ids = query.selection(in: snapshot).indices.compactMap {
            snapshot.vehicles[$0].stationID
        }
        return ParkedVehicles(Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +))
    }
}
