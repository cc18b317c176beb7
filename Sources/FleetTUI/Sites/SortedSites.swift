public import FleetCore

/// All sites of a source in display order: sites in alarm first, then by name.
///
/// It is sorted on the reader's thread, since a hostile feed may have very many sites.
public struct SortedSites: Sendable {
    /// Description of the snapshot.
    public let info: SnapshotInfo
    /// Sites in display order.
    public let sites: [Site]
    /// Sensors in alarm.
    let alarms: Set<SiteAlarm>
    /// Width of the longest displayed name.
    let titleWidth: Int
    private let indices: [String: Int]
    private let parked: ParkedVehicles

    /// Sorts sites.
    ///
    /// `parked` has the number of vehicles that report being at a site, for sites without a count
    /// in the feed.
    public init(_ sites: [Site], info: SnapshotInfo, parked: ParkedVehicles = ParkedVehicles()) {
        (self.info, self.parked) = (info, parked)
        let ranked = sites.map { (site: $0, title: $0.title, isFirst: $0.hasAlarm) }
        self.sites = ranked.sorted { left, right in
            if left.isFirst != right.isFirst { return left.isFirst }
            return (left.title, left.site.id) < (right.title, right.site.id)
        }.map(\.site)
        alarms = Set(self.sites.lazy.filter(\.hasAlarm).flatMap(\.alarms))
        titleWidth = ranked.reduce(4) { max($0, DisplayWidth.of(TerminalText.drawable($1.title))) }
        indices = Dictionary(
            zip(self.sites.map(\.id), self.sites.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Site with an ID.
    subscript(id: String) -> Site? { indices[id].map { sites[$0] } }

    /// Returns the number of vehicles at a site; `nil` if unknown.
    func vehicles(at site: Site) -> Int? { site.vehicles ?? parked[site.id] }

    /// Returns the site with an ID, or else the only site whose ID differs just in case.
    func site(matchingID id: String) -> Site? {
        if let site = self[id] { return site }
        let alike = sites.filter { ASCIICase.equal($0.id, id) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Returns the sites whose name or ID contains a text.
    func matching(_ search: String?) -> [Site] {
        guard let search, !search.isEmpty else { return sites }
        return sites.filter {
            ASCIICase.contains($0.id, search)
                || $0.name.map { ASCIICase.contains($0, search) } ?? false
        }
    }

    /// Number of sites in alarm, such as `▲ 2 ALARMS`; `nil` if there are none.
    var alarmLabel: String? {
        let count = Set(alarms.map(\.site)).count
        guard count > 0 else { return nil }
        return "▲ " + (count == 1 ? "1 ALARM" : "\(ShortText.grouped(count)) ALARMS")
    }

    /// Number of sites, such as `3 sites`.
    var countLabel: String { ShortText.count(sites.count, "site") }
}

/// Site with its stored sensor history.
public struct FoundSite: Sendable {
    /// Site of the snapshot.
    public var site: Site
    /// Earlier sensor values, oldest first.
    public var samples: [Quantity: [Double]]

    /// Creates a result.
    public init(site: Site, samples: [Quantity: [Double]]) {
        (self.site, self.samples) = (site, samples)
    }
}

/// Sensor in alarm; an alarm is new if the previous snapshot did not have it.
struct SiteAlarm: Hashable, Sendable {
    let site: String
    let quantity: Quantity
}

extension Site {
    /// Sensors in alarm.
    var alarms: [SiteAlarm] {
        measurements.filter { $0.state == .alarm }.map {
            SiteAlarm(site: id, quantity: $0.quantity)
        }
    }

    /// Name, or the ID if it has none.
    var title: String {
        let name = name ?? ""
        return (name.isEmpty ? id : name).limited
    }
}

extension SortedSites {
    /// Returns a message about alarms that are not in `previous`; `nil` if there are none.
    func newAlarmText(since previous: SortedSites) -> String? {
        let new = alarms.subtracting(previous.alarms)
        let affected = sites.filter { site in site.alarms.contains(where: new.contains) }
        guard let first = affected.first else { return nil }
        guard affected.count == 1 else {
            return "ALARM at \(ShortText.grouped(affected.count)) sites, including \(first.title)"
        }
        let readings = first.measurements.filter {
            new.contains(SiteAlarm(site: first.id, quantity: $0.quantity))
        }.map { "\($0.quantity.label) \($0.text)" }
        return "ALARM at \(first.title): " + readings.joined(separator: ", ")
    }
}
