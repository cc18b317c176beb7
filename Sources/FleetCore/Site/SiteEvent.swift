/// Something that a sensor of a site told.
public struct SiteEvent: Equatable, Sendable {
    /// What it is.
    public enum Kind: String, CaseIterable, Sendable {
        /// A value that is new.
        case measurement
        /// A value went beyond its threshold, or the feed began to tell an alarm.
        case alarmBegan = "alarm_began"
        /// It is no alarm any more.
        case alarmEnded = "alarm_ended"
    }

    /// What it is.
    public var kind: Kind
    /// The site's identifier.
    public var siteID: String
    /// The site's name.
    public var siteName: String?
    /// What was measured.
    public var measurement: Measurement
    /// When the snapshot was received that told it.
    public var at: Timestamp

    /// Creates an event.
    public init(
        _ kind: Kind, at site: Site, _ measurement: Measurement, receivedAt at: Timestamp
    ) {
        self.kind = kind
        siteID = site.id
        siteName = site.name
        self.measurement = measurement
        self.at = at
    }
}
