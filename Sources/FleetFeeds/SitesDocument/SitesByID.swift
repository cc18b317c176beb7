import FleetCore

/// Sites in insertion order with distinct IDs, compared byte by byte as for vehicles.
struct SitesByID {
    private(set) var sites: [Site] = []
    private var index = ByteIndex()

    /// Adds a site, or merges it into the one with the same ID; returns whether it is new.
    @discardableResult
    mutating func add(_ site: Site, merge: (inout Site, Site) -> Void) -> Bool {
        var id = site.id
        let hash = id.withUTF8 { ByteIndex.hash($0) }
        let existing = index.find(hash, orInsert: sites.count) { [sites] index in
            sites[index].id.utf8.elementsEqual(site.id.utf8)
        }
        guard let existing else {
            sites.append(site)
            return true
        }
        merge(&sites[existing], site)
        return false
    }

    /// Joins the sites of both lists by ID; values of `status` take precedence.
    static func joined(_ information: [Site], _ status: [Site]) -> [Site] {
        var result = SitesByID()
        for site in information + status { result.add(site) { $0.merge($1) } }
        return result.sites
    }
}
