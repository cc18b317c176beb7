/// What heads a list of sites.
public struct SiteListHead: Equatable, Sendable {
    /// The source's name, or its location without secrets.
    public var source: String
    /// What the feed says of itself.
    public var feed: FeedDescription
    /// When the snapshot was received.
    public var fetchedAt: Timestamp
    /// Whether a newer snapshot was wanted and could not be had.
    public var isStale: Bool
    /// How many sites there are.
    public var total: Int
    /// How many sites of the feed were left out.
    public var skipped: Int

    /// Creates a head.
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

    /// The head as the members of a JSON object.
    func add(to object: inout JSONObject) {
        object.add("source", source)
        object.add("simulated", feed.isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        object.add("total", total)
        object.add("skipped", skipped)
    }

    /// The head above a table, each line with its end; `alarms` is how many of the sites give one.
    public func text(alarms: Int, style: TableStyle) -> String {
        let name = TerminalText.escaped(source) + (feed.isSimulated ? " (simulated)" : "")
        var parts = [
            TableHeader.Part(text: name, paint: .bold),
            TableHeader.Part(text: total == 1 ? "1 site" : "\(total) sites"),
        ]
        if alarms > 0 { parts.append(.init(text: "ALARM at \(alarms)", paint: .red)) }
        parts.append(.init(text: "updated " + style.words(for: feed.lastUpdated ?? fetchedAt)))
        if isStale {
            parts.append(
                .init(text: "stale, fetched " + style.words(for: fetchedAt), paint: .yellow))
        }
        if skipped > 0 { parts.append(.init(text: "\(skipped) unreadable", paint: .yellow)) }
        var lines = TableHeader.wrapped(parts, style: style)
        if total == 0 {
            lines.append(skipped > 0 ? "No site of it can be read." : "It has no sites.")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
