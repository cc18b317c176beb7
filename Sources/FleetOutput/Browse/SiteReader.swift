import Dispatch
import FleetCore
import FleetRuntime
import FleetSQL
import FleetTUI
import Synchronization

/// Reader of stored sites for the browser, on a queue of its own, so that long vehicle lists do not
/// delay it.
final class SiteReader: Sendable {
    private let store: any FleetStore
    private let key: SourceKey
    /// Store and key of the vehicles.
    private let fleet: (store: any FleetStore, key: SourceKey)
    private let inbox: BrowseInbox
    private let queue = DispatchQueue(label: "fleet.browse.sites")
    /// Generation of the latest request; earlier ones are skipped.
    private let latestGeneration = Mutex(0)

    /// Creates a reader with a connection of its own to a store on disk, like `BrowseReader`.
    init(
        _ subscription: Subscription, beside vehicles: Subscription, _ inbox: BrowseInbox
    ) throws {
        store = try subscription.store.withOwnConnection()
        // In memory, the vehicles have a store of their own.
        fleet = (subscription.store.isOnDisk ? store : vehicles.store, vehicles.source.key)
        key = subscription.source.key
        self.inbox = inbox
    }

    /// Reads all sites.
    func read(generation: Int) {
        latestGeneration.withLock { $0 = generation }
        run { [self] in
            guard latestGeneration.withLock({ $0 == generation }) else { return }
            let (sites, info) = try store.snapshots.read { reader in
                (try reader.sites(of: key), try reader.info(of: key))
            }
            guard let info else { return inbox.post(.readFailed) }
            let parked = try fleet.store.snapshots.read {
                try $0.parkedVehicles(fleet.key, at: sites)
            }
            let sortedSites = SortedSites(sites, info: info, parked: parked)
            inbox.post(.sites(generation: generation, sortedSites))
        }
    }

    /// Reads a site with its measurement history.
    func find(_ id: String) {
        run { [self] in
            let found = try store.snapshots.read { reader in
                try reader.site(id, of: key).map { site in
                    let samples = try reader.samples(ofSite: id, of: key)
                    return FoundSite(site: site, samples: samples.mapValues { $0.map(\.value) })
                }
            }
            inbox.post(.site(found))
        }
    }

    /// Waits for the current read, and skips queued ones.
    func finish() {
        latestGeneration.withLock { $0 = -1 }
        queue.sync {}
    }

    /// Runs `body` on the queue; posts an error, after which the browser reads again with the next
    /// state.
    private func run(_ body: @escaping @Sendable () throws -> Void) {
        inbox.read(on: queue, body)
    }
}
