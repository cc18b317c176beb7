public import FleetCore

/// All sites of a source in the order of the screen: those that give alarm first, the others by name.
///
/// It is made where the sites are read, since a hostile feed may have very many.
public struct SiteRoll: Sendable {
    /// What is known of the snapshot.
    public let info: SnapshotInfo
    /// The sites.
    public let sites: [Site]
    /// The sensors that give alarm.
    let alarms: Set<SiteAlarm>
    /// The columns of the longest name, as far as any screen shows it.
    let titleWidth: Int
    private let places: [String: Int]
    private let parked: ParkedVehicles

    /// Puts sites in order.
    ///
    /// `parked` says how many vehicles of the fleet say of themselves that they are at a site, for
    /// sites of which the feed tells no count.
    public init(_ sites: [Site], info: SnapshotInfo, parked: ParkedVehicles = ParkedVehicles()) {
        (self.info, self.parked) = (info, parked)
        let ranked = sites.map { (site: $0, title: $0.title, isFirst: $0.hasAlarm) }
        self.sites = ranked.sorted { left, right in
            if left.isFirst != right.isFirst { return left.isFirst }
            return (left.title, left.site.id) < (right.title, right.site.id)
        }.map(\.site)
        alarms = Set(self.sites.lazy.filter(\.hasAlarm).flatMap(\.alarms))
        titleWidth = ranked.reduce(4) { max($0, DisplayWidth.of(TerminalText.drawn($1.title))) }
        places = Dictionary(
            zip(self.sites.map(\.id), self.sites.indices), uniquingKeysWith: { first, _ in first })
    }

    /// The site with an identifier.
    subscript(id: String) -> Site? { places[id].map { sites[$0] } }

    /// How many vehicles are at a site; `nil` if nobody tells.
    func vehicles(at site: Site) -> Int? { site.vehicles ?? parked[site.id] }

    /// The site that is meant: by its identifier, else by its only writing with other capitals.
    func meant(by id: String) -> Site? {
        if let site = self[id] { return site }
        let alike = sites.filter { ASCIICase.equal($0.id, id) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The sites whose name or identifier holds a text.
    func matching(_ search: String?) -> [Site] {
        guard let search, !search.isEmpty else { return sites }
        return sites.filter {
            ASCIICase.contains($0.id, search)
                || $0.name.map { ASCIICase.contains($0, search) } ?? false
        }
    }

    /// How many sites give alarm, in words; `nil` if none does.
    var alarmWords: String? {
        let count = Set(alarms.map(\.site)).count
        guard count > 0 else { return nil }
        return "▲ " + (count == 1 ? "1 ALARM" : "\(ShortCount.grouped(count)) ALARMS")
    }

    /// How many sites there are, in words.
    var countWords: String { ShortCount.sites(sites.count) }
}

/// A site, and what the store keeps of its sensors.
public struct FoundSite: Sendable {
    /// The site.
    public var site: Site
    /// What its sensors told before, the oldest first.
    public var samples: [Quantity: [Double]]

    /// Creates a find.
    public init(site: Site, samples: [Quantity: [Double]]) {
        (self.site, self.samples) = (site, samples)
    }
}
