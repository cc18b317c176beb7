import FleetCore

/// Sites in their order, each identifier once: the bytes decide, as for vehicles.
struct SiteTable {
    /// The sites.
    private(set) var sites: [Site] = []
    private var index = ByteIndex()

    /// Adds a site, in the place of the one with its identifier if `merge` makes one of the two; tells
    /// whether it was new.
    @discardableResult
    mutating func add(_ site: Site, merge: (inout Site, Site) -> Void) -> Bool {
        var id = site.id
        let hash = id.withUTF8 { ByteIndex.hash($0) }
        let known = index.find(hash, orEnter: sites.count) { [sites] number in
            sites[number].id.utf8.elementsEqual(site.id.utf8)
        }
        guard let known else {
            sites.append(site)
            return true
        }
        merge(&sites[known], site)
        return false
    }

    /// The sites of both lists, joined by identifier; what one does not have the other gives.
    static func joined(_ information: [Site], _ status: [Site]) -> [Site] {
        var table = SiteTable()
        for site in information + status { table.add(site) { $0.take($1) } }
        return table.sites
    }
}
