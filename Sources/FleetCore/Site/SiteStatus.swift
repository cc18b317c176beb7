/// A site, with its vehicle count and sensor history.
public struct SiteStatus: Equatable, Sendable {
    /// The site from the feed.
    public var site: Site
    /// Number of vehicles: the count in the feed, or else the vehicles that reference the site.
    public var vehicles: Int?
    /// History of the measurements, oldest first; empty where none was read.
    public var samples: [Quantity: [Sample]]

    /// Creates the status of a site; `vehicles` is used only if the feed has no count.
    public init(
        _ site: Site, vehicles: Int? = nil, samples: [Quantity: [Sample]] = [:]
    ) {
        self.site = site
        self.vehicles = site.vehicles ?? vehicles
        self.samples = samples
    }

    /// Measurements in alarm, in the order of `Quantity`.
    public var alarms: [Measurement] { site.measurements.filter { $0.state == .alarm } }
}
