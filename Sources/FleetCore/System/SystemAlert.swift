/// A notice of a system to its riders (GBFS `system_alerts.json`, `alerts`).
public struct SystemAlert: Equatable, Sendable, Codable {
    /// A period in which an alert holds; without an end until it is withdrawn.
    public struct Period: Equatable, Sendable, Codable {
        /// The start (`start`).
        public var start: Timestamp?
        /// The end (`end`).
        public var end: Timestamp?

        /// Creates a period.
        public init(start: Timestamp? = nil, end: Timestamp? = nil) {
            (self.start, self.end) = (start, end)
        }
    }

    /// The ID (`alert_id`).
    public var id: String
    /// The type in words, such as `system closure` (`type`).
    public var type: String?
    /// The periods in which it holds; at all times if empty (`times`).
    public var times: [Period] = []
    /// The IDs of the stations that it is about; empty for the whole system (`station_ids`).
    public var stationIDs: [String] = []
    /// The IDs of the regions that it is about (`region_ids`).
    public var regionIDs: [String] = []
    /// A link to more (`url`).
    public var link: String?
    /// The text in short (`summary`).
    public var summary: String
    /// The text in full (`description`).
    public var text: String?

    /// Creates an alert.
    public init(id: String, summary: String) {
        (self.id, self.summary) = (id, summary)
    }

    /// Returns whether it holds at a time.
    public func holds(at time: Timestamp) -> Bool {
        times.isEmpty || times.contains { time.isBetween($0.start, $0.end) }
    }
}
