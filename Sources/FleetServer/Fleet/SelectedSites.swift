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
    }

    private(set) var elements: [Element] = []
    /// Number of all sites of the sources.
    private(set) var total = 0
    /// The names of all regions, each once, by their alphabet.
    let regionNames: [String]
    let updatedAt: Timestamp?

    init(_ query: SiteQuery, of sources: [PolledSource], in reader: any SnapshotReader) throws {
        let infos = try sources.map { try reader.info(of: $0.sites) }
        updatedAt = infos.compactMap { $0?.updatedAt }.min()
        regionNames = Set(infos.flatMap { ($0?.feed.regionNames ?? [:]).values })
            .sorted(by: ByteOrder.precedes)
        for (source, info) in zip(sources, infos) {
            guard let feed = info?.feed else { continue }
            let sites = try Self.sites(of: source, in: reader)
            total += sites.count
            elements += query.selection(of: sites, in: feed).map {
                Element(status: $0, source: source, region: feed.regionName(of: $0.site))
            }
        }
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

extension UserRequest {
    /// Returns the query of the sites that the address selects.
    /// - Throws: `Problem` (400) for too many regions.
    func siteQuery() throws -> SiteQuery {
        var input = FilterInput()
        input[all: .region] = query.all("region")
        var query = SiteQuery()
        do {
            query.regions = try input.filter(savedColors: .all).regions
        } catch {
            throw Problem(error)
        }
        return query
    }
}
