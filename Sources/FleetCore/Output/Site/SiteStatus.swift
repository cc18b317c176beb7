/// A site, with what is known of it beside the feed of the sites.
public struct SiteStatus: Equatable, Sendable {
    /// The site, as its feed tells it.
    public var site: Site
    /// How many vehicles are there: what the feed tells, else how many vehicles name the site.
    public var vehicles: Int?
    /// The course of what its sensors measured, the oldest first, where it was read.
    public var samples: [Quantity: [Sample]]

    /// Creates the status of a site; `vehicles` is what the feed tells unless it is given.
    public init(
        _ site: Site, vehicles: Int? = nil, samples: [Quantity: [Sample]] = [:]
    ) {
        self.site = site
        self.vehicles = site.vehicles ?? vehicles
        self.samples = samples
    }

    /// What gives alarm, in the order of `Quantity`.
    public var alarms: [Measurement] { site.measurements.filter { $0.state == .alarm } }
}
