import Dispatch
import FleetCore
import FleetStore
import FleetTUI
import Synchronization

/// Reads the sites for the browser, on a thread of its own: a long list of vehicles that is being made
/// does not keep them waiting.
final class SiteReader: Sendable {
    private let store: FleetStore
    private let key: SourceKey
    /// Where the vehicles are.
    private let fleet: (store: FleetStore, key: SourceKey)
    private let inbox: BrowseInbox
    private let queue = DispatchQueue(label: "fleet.browse.sites")
    /// The newest request; older ones are given up.
    private let wanted = Mutex(0)

    /// A store in a file is read by a connection of its own, as by `BrowseReader`.
    init(
        _ subscription: Subscription, beside vehicles: Subscription, _ inbox: BrowseInbox
    ) throws {
        let isInMemory = subscription.store.path == ":memory:"
        store = isInMemory ? subscription.store : try FleetStore(path: subscription.store.path)
        fleet = (isInMemory ? vehicles.store : store, vehicles.source.key)
        key = subscription.source.key
        self.inbox = inbox
    }

    /// Reads all sites.
    func read(generation: Int) {
        wanted.withLock { $0 = generation }
        run { [self] in
            guard wanted.withLock({ $0 == generation }) else { return }
            let (sites, info) = try store.snapshot { reader in
                (try reader.sites(of: key), try reader.info(of: key))
            }
            guard let info else { return inbox.post(.unread) }
            let parked = try fleet.store.snapshot { try $0.parkedVehicles(fleet.key, at: sites) }
            let roll = SiteRoll(sites, info: info, parked: parked)
            inbox.post(.sites(generation: generation, roll))
        }
    }

    /// Reads what the store keeps of a site.
    func find(_ id: String) {
        run { [self] in
            let found = try store.snapshot { reader in
                try reader.site(id, of: key).map { site in
                    let samples = try reader.samples(of: id, key)
                    return FoundSite(site: site, samples: samples.mapValues { $0.map(\.value) })
                }
            }
            inbox.post(.site(found))
        }
    }

    /// Waits for what is under way.
    func finish() {
        wanted.withLock { $0 = -1 }
        queue.sync {}
    }

    /// What cannot be read is told, and asked for again with the next state.
    private func run(_ body: @escaping @Sendable () throws -> Void) {
        inbox.read(on: queue, body)
    }
}
