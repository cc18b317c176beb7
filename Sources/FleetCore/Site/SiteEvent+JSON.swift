extension SiteEvent {
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
