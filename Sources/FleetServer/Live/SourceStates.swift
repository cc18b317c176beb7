import FleetCore
import FleetService

/// The states of both feeds of a source; pages show only one of them.
struct SourceStates: Equatable, Sendable {
    var vehicles: ServiceState?
    var sites: ServiceState?

    /// Whether the source publishes stations and no vehicles, which is not a failure.
    var hasOnlySites: Bool {
        guard let failure = vehicles?.failure, vehicles?.info == nil, let sites = sites?.info else {
            return false
        }
        return failure.mayHaveSites && sites.total > 0
    }

    /// Why the vehicles cannot be read of a source whose stations are shown instead; `nil` if it has
    /// no vehicles.
    var vehiclesFailure: FeedFailure? {
        guard hasOnlySites, let failure = vehicles?.failure, failure.leavesStations == true else {
            return nil
        }
        return failure
    }

    /// The failure that the pages show, also that of vehicles beside stations.
    var shownFailure: FeedFailure? { vehiclesFailure ?? shown?.failure }

    /// Whether the source could not be read the last time.
    var isStale: Bool { shown?.failure != nil }

    /// The state that the pages show: that of the sites if there are no others.
    var shown: ServiceState? { hasOnlySites ? sites : vehicles }

    /// The number of vehicles, or of stations if there are no others; `nil` before the first
    /// snapshot.
    var countText: String? {
        shown?.info.map { ShortText.count($0.listedTotal, hasOnlySites ? "station" : "vehicle") }
    }
}

extension PolledSources {
    /// Returns the newest states of a source, as everybody who may read it may see them.
    func states(of source: PolledSource) -> SourceStates {
        let states = administratorStates(of: source)
        return SourceStates(
            vehicles: states.vehicles?.withoutMachine(named: source.name),
            sites: states.sites?.withoutMachine(named: source.name))
    }

    /// Returns the newest states of a source, with paths, hosts and users of the machine.
    func administratorStates(of source: PolledSource) -> SourceStates {
        SourceStates(
            vehicles: state(of: source.uuid, .vehicles)?.state,
            sites: state(of: source.uuid, .sites)?.state)
    }
}

extension SnapshotInfo {
    /// The time of the data: of the feed's last change, or of the request if the feed has none.
    var updatedAt: Timestamp { feed.lastUpdated ?? fetchedAt }
}
