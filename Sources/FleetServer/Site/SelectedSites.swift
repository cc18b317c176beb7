import FleetCore
import FleetSQL
import FleetService

/// The sites of several sources that the query of a page selects.
struct SelectedSites: Sendable {
    struct Element: Sendable {
        let status: SiteStatus
        let source: PolledSource
        /// Name of its region.
        let region: String?
        /// The available vehicles by type, in words.
        let types: String?
        /// The free docks, by type if the feed has that, in words.
        let docks: String?

        /// - Parameter feed: The description of the sites' feed.
        init(_ status: SiteStatus, of source: PolledSource, in feed: FeedDescription?) {
            (self.status, self.source) = (status, source)
            let (feed, site) = (feed ?? FeedDescription(format: ""), status.site)
            region = feed.regionName(of: site)
            types = feed.text(of: site.vehiclesByType)
            docks = feed.text(of: site.docksAvailable, site.docksByType)
        }
    }

    private(set) var elements: [Element] = []
    /// Number of all sites of the sources.
    private(set) var total = 0
    /// The names of all regions, each once, by their alphabet.
    let regionNames: [String]
    /// The names of the types that are counted, or their IDs, each once, by their alphabet.
    let typeNames: [String]
    /// Whether the sites have counts by type.
    let hasTypeCounts: Bool
    /// What the query asks for that no source has; empty while they are unread.
    let unknownValues: [UnknownFilterValue]
    let updatedAt: Timestamp?

    init(_ query: SiteQuery, of sources: [PolledSource], in reader: any SnapshotReader) throws {
        let infos = try sources.map { try reader.info(of: $0.sites) }
        updatedAt = infos.compactMap { $0?.updatedAt }.min()
        regionNames = Set(infos.flatMap { ($0?.feed.regionNames ?? [:]).values })
            .sorted(by: ByteOrder.precedes)
        let feeds = infos.compactMap { $0?.feed }
        hasTypeCounts = feeds.contains { $0.hasTypeCounts == true }
        var (all, typeNames): ([Site], Set<String>) = ([], [])
        for (source, info) in zip(sources, infos) {
            guard let feed = info?.feed else { continue }
            let sites = try Self.sites(of: source, in: reader)
            total += sites.count
            all += sites.map(\.site)
            let ids = Set(sites.flatMap { $0.site.vehiclesByType ?? [] }.flatMap(\.typeIDs))
            typeNames.formUnion(ids.map { feed.typeNames?[$0] ?? $0 })
            elements += query.selection(of: sites, in: feed).map {
                Element($0, of: source, in: feed)
            }
        }
        self.typeNames = typeNames.sorted(by: ByteOrder.precedes)
        unknownValues =
            feeds.isEmpty ? [] : UnknownFilterValue.all(in: query, of: feeds, sites: all)
    }

    private static func sites(
        of source: PolledSource, in reader: any SnapshotReader
    ) throws -> [SiteStatus] {
        let parked = try reader.parkedVehicles(of: source.vehicles)
        return try reader.sites(of: source.sites).map { site in
            SiteStatus(
                site, vehicles: parked[site.id],
                samples: try reader.samples(ofSite: site.id, of: source.sites))
        }
    }

    /// Keeps only those that `isIncluded` accepts.
    mutating func filter(_ isIncluded: (Element) -> Bool) { elements = elements.filter(isIncluded) }
}

extension SiteQuery {
    /// Creates the query of the sites that an address selects.
    /// - Throws: `Problem` (400) for too many regions.
    init(_ items: QueryItems) throws(Problem) {
        var input = FilterInput()
        input[all: .region] = items.all("region")
        input[all: .type] = items.all("type")
        self.init()
        do {
            let filter = try input.filter(savedColors: .all)
            (regions, types) = (filter.regions, filter.types)
        } catch {
            throw Problem(error)
        }
    }
}
