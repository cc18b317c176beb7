/// A selection of sites, with an order.
public struct SiteQuery: Equatable, Sendable {
    /// The value that sites are sorted by; unknown values come last.
    public enum Order: String, CaseIterable, Sendable {
        case id, name, vehicles, docks, distance
    }

    /// Text that the ID, the name or the address must contain, or a ``SearchPattern``.
    public var search: String?
    /// The location that distances are measured from.
    public var near: Position?
    /// The maximum distance from it, in metres.
    public var withinMeters: Double?
    /// The names or IDs (`region_id`) of the selected regions; empty selects all sites.
    public var regions: [String] = []
    /// At least one of these types must be available, as ``Filter/types``; empty selects all sites.
    public var types: [String] = []
    /// Whether only sites without vehicles are selected.
    public var isEmpty = false
    /// Whether only sites without free docks are selected.
    public var isFull = false
    /// Whether only sites with a sensor in alarm are selected.
    public var isInAlarm = false
    /// The order; by default by ID, or by distance from a location.
    public var order: Order?
    /// Whether the values of the order are reversed.
    public var isReversed = false
    /// The maximum number of sites; `nil` means all.
    public var limit: Int?

    /// Creates a query for all sites, by ID.
    public init() {}

    /// Returns the selected sites of a feed; `sites` are sorted by ID.
    public func selection(of sites: [SiteStatus], in feed: FeedDescription) -> [SiteStatus] {
        let regions = regions + Filter.ids(of: regions, named: feed.regionNames)
        var filter = Filter()
        filter.types = types
        filter = filter.resolvingNames(in: feed)
        let sorted = sorted(
            sites.filter {
                Filter.regions(regions, select: $0.site.regionID)
                    && filter.matchesAvailableType(at: $0.site, in: feed) && matches($0)
            })
        return limit.map { Array(sorted.prefix(max($0, 0))) } ?? sorted
    }

    /// Whether it selects by values that the source publishes: its regions and types.
    public var selectsPublished: Bool { !regions.isEmpty || !types.isEmpty }

    private func matches(_ status: SiteStatus) -> Bool {
        let site = status.site
        if isEmpty, !status.isEmpty { return false }
        if isFull, !status.isFull { return false }
        if isInAlarm, !site.hasAlarm { return false }
        if let withinMeters, !(distance(to: status).map { $0 <= withinMeters } ?? false) {
            return false
        }
        return matchesSearch(site)
    }

    private func matchesSearch(_ site: Site) -> Bool {
        guard let search, !search.isEmpty else { return true }
        let texts = [site.id, site.name, site.address].compactMap(\.self)
        if let pattern = SearchPattern(search) { return texts.contains(where: pattern.matches) }
        return texts.contains { ASCIICase.contains($0, search) }
    }

    private func sorted(_ sites: [SiteStatus]) -> [SiteStatus] {
        let order = order ?? (near == nil ? .id : .distance)
        if order == .id { return isReversed ? sites.reversed() : sites }
        if order == .name {
            let (named, unnamed) = (
                sites.filter { $0.site.name != nil }, sites.filter { $0.site.name == nil }
            )
            let sorted = named.sorted {
                ByteOrder.precedes(
                    ASCIICase.lowercased($0.site.name ?? ""),
                    ASCIICase.lowercased($1.site.name ?? ""))
            }
            return (isReversed ? sorted.reversed() : sorted) + unnamed
        }
        let ranked = sites.enumerated().map { index, site in
            (rank: rank(of: site, by: order) ?? .infinity, index: index)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { sites[$0.index] }
    }

    private func rank(of status: SiteStatus, by order: Order) -> Double? {
        let value: Double? =
            switch order {
            case .id, .name: nil
            case .vehicles: (status.site.vehiclesAvailable ?? status.vehicles).map(Double.init)
            case .docks: status.site.docksAvailable.map(Double.init)
            case .distance: distance(to: status)
            }
        return isReversed ? value.map { -$0 } : value
    }

    private func distance(to status: SiteStatus) -> Double? {
        guard let near, let position = status.site.position else { return nil }
        return near.distance(to: position)
    }
}

extension Filter {
    /// Returns whether a vehicle of a selected type is available at a site; no types select all.
    fileprivate func matchesAvailableType(at site: Site, in feed: FeedDescription) -> Bool {
        types.isEmpty
            || (site.vehiclesByType ?? []).contains { typed in
                typed.count > 0
                    && typed.typeIDs.contains { matchesType($0, feed.typeFormFactors?[$0]) }
            }
    }
}

extension SiteStatus {
    /// Whether it has no available vehicle; one that is not installed cannot be empty.
    var isEmpty: Bool {
        site.isInstalled != false && (site.vehiclesAvailable ?? vehicles) == 0
    }

    /// Whether it has no free dock, or as many vehicles as fit; one that is not installed cannot be
    /// full.
    var isFull: Bool {
        guard site.isInstalled != false else { return false }
        if let docks = site.docksAvailable { return docks == 0 }
        guard let vehicles, let capacity = site.capacity else { return false }
        return vehicles >= capacity
    }
}
