/// Header of a list of sites.
public struct SiteListHeader: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Description of the feed.
    public var feed: FeedDescription
    /// Time at which the snapshot was received.
    public var fetchedAt: Timestamp
    /// The time in the history that the list is of; `nil` for the present.
    public var moment: PastMoment?
    /// Whether a newer snapshot was due but could not be loaded.
    public var isStale: Bool
    /// Number of sites.
    public var total: Int
    /// Number of skipped sites in the feed.
    public var skipped: Int
    /// Number of listed sites; `nil` means all.
    public var shown: Int?
    /// Location that distances are measured from; `nil` for a list without distances.
    public var distanceOrigin: Position?

    /// Creates a header.
    public init(
        source: String, feed: FeedDescription, fetchedAt: Timestamp, isStale: Bool, total: Int,
        skipped: Int
    ) {
        self.source = source
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.total = total
        self.skipped = skipped
    }

    /// Adds the header as members of a JSON object.
    func add(to object: inout JSONObjectWriter) {
        object.add("source", source)
        object.add("simulated", feed.isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        moment?.add(to: &object)
        object.add("total", total)
        object.add("skipped", skipped)
    }

    private var count: String {
        let all = ShortText.count(total, "site")
        return shown.map { $0 == total ? all : "\($0) of \(all)" } ?? all
    }

    /// Returns the header above a table, with line ends; `alarms` is the number of sites in alarm.
    public func text(alarms: Int, style: TableStyle) -> String {
        let name = TerminalText.escaped(source) + (feed.isSimulated ? " (simulated)" : "")
        var parts = [
            TableHeader.Part(text: name, color: .bold),
            TableHeader.Part(text: count),
        ]
        if alarms > 0 { parts.append(.init(text: "ALARM at \(alarms)", color: .red)) }
        if let moment {
            parts.append(.init(text: "as of " + feed.zone.text(moment.at), color: .yellow))
        }
        parts.append(.init(text: "updated " + style.timeText(for: feed.lastUpdated ?? fetchedAt)))
        if isStale {
            parts.append(
                .init(text: "stale, fetched " + style.timeText(for: fetchedAt), color: .yellow))
        }
        if skipped > 0 { parts.append(.init(text: "\(skipped) unreadable", color: .yellow)) }
        var lines = TableHeader.wrapped(parts, style: style)
        if total == 0 {
            lines.append(
                skipped > 0 ? "No site in the feed could be read." : "The feed has no sites.")
            lines.append(
                "hint: `fleet list` lists its vehicles, `fleet check` what is wrong with it")
        } else if shown == 0 {
            lines.append("No site matches the options.")
            lines.append("hint: `fleet site list` without options lists all sites")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension ListHeader {
    /// Creates the header of an empty list, of a source that has only stations.
    public init(of query: VehicleQuery, withoutVehiclesBeside sites: SiteListHeader) {
        self.init(
            source: sites.source, feed: sites.feed, fetchedAt: sites.fetchedAt,
            isStale: sites.isStale, counts: VehicleCounts(total: 0, matching: 0, unknownBattery: 0))
        apply(query)
        // No vehicle has a distance.
        origin = nil
    }
}
