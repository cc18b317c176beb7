/// An event of a site's sensor.
public struct SiteEvent: Equatable, Sendable {
    /// The kind of an event.
    public enum Kind: String, CaseIterable, Sendable {
        /// A new value.
        case measurement
        /// A value went beyond its threshold, or the feed marked it as an alarm.
        case alarmBegan = "alarm_began"
        /// An alarm ended.
        case alarmEnded = "alarm_ended"
    }

    /// The kind of the event.
    public var kind: Kind
    /// The ID of the site.
    public var siteID: String
    /// The name of the site.
    public var siteName: String?
    /// The measurement.
    public var measurement: Measurement
    /// The time when its snapshot was received.
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

    /// The event as a JSON object:
    /// `{"event":"measurement","site_id":…,"at":…,"quantity":…,"value":…,"unit":…,…}`.
    ///
    /// An alarm is `{"event":"alarm","phase":"began",…}`, or `ended`, with the value that began or
    /// ended it.
    public var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        switch kind {
        case .measurement: object.add("event", "measurement")
        case .alarmBegan, .alarmEnded: object.add("event", "alarm")
        }
        switch kind {
        case .measurement: break
        case .alarmBegan: object.add("phase", "began")
        case .alarmEnded: object.add("phase", "ended")
        }
        object.add("site_id", siteID)
        object.add("name", siteName)
        object.add("at", at)
        object.add(membersOf: measurement.jsonObject)
        return object
    }
}
