import FleetCore
import FleetStore

/// The sites of a source as a command shows them, all from one snapshot.
struct SiteListing {
    /// What heads them.
    let head: SiteListHead
    /// The sites, by id.
    let sites: [SiteStatus]
    /// What was left out or mended while they were read.
    let reading: ReadingReport
    /// Reads the course of what a site's sensors measured.
    private let samples: (_ id: String) throws -> [Quantity: [Sample]]

    /// Everything known of one of the sites.
    func detail(of status: SiteStatus) throws -> SiteDetail {
        var status = status
        status.samples = try samples(status.site.id)
        return SiteDetail(head: head, status: status)
    }
}

extension SiteListing {
    /// The sites of a snapshot that was just read; nothing is known of their course yet.
    init(_ snapshot: Snapshot, of source: OpenSource) {
        let sites = snapshot.sites.map { SiteStatus($0) }
            .sorted { ByteOrder.precedes($0.site.id, $1.site.id) }
        self.init(
            head: SiteListHead(
                source: source.selected.label, feed: snapshot.feed,
                fetchedAt: source.composition.shownNow(), isStale: false, total: sites.count,
                skipped: snapshot.reading.skipped),
            sites: sites, reading: snapshot.reading, samples: { _ in [:] })
    }

    /// The sites of a stored snapshot, with the vehicles that name them where the feed counts none.
    init(_ stored: StoredSnapshot, of source: SelectedSource, isStale: Bool) throws {
        let sites = try stored.read { reader in
            let sites = try reader.sites(of: stored.key)
            let parked = try source.vehiclesKey.map { try reader.parkedVehicles($0, at: sites) }
            return sites.map { SiteStatus($0, vehicles: parked?[$0.id]) }
        }
        let info = stored.info
        self.init(
            head: SiteListHead(
                source: source.label, feed: info.feed, fetchedAt: info.fetchedAt,
                isStale: isStale, total: sites.count, skipped: info.reading.skipped),
            sites: sites, reading: info.reading,
            samples: { id in try stored.read { try $0.samples(of: id, stored.key) } })
    }
}

extension OpenSource {
    /// Hands the sites to `body`, read anew if their feed is due to be asked.
    ///
    /// If the source cannot be read and something is stored, that is handed on, with a warning.
    func withSites<Value>(
        _ asking: Asking, _ body: (SiteListing) throws -> Value
    ) async throws -> Value {
        switch try await supply(asking) {
        case .snapshot(let snapshot):
            return try body(SiteListing(snapshot, of: self))
        case .stored(let store, let key, let isStale):
            return try store.read(key) { stored in
                try body(SiteListing(stored, of: selected, isStale: isStale))
            }
        }
    }
}

extension StoreReader {
    /// The vehicles that name the sites where they are, if the feed of the sites does not tell of all
    /// how many are there.
    func parkedVehicles(_ vehicles: SourceKey, at sites: [Site]) throws -> ParkedVehicles {
        guard sites.contains(where: { $0.vehicles == nil }) else { return ParkedVehicles() }
        return try parkedVehicles(of: vehicles)
    }
}
