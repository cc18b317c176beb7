/// Everything known of one site, and of the snapshot that it is from.
public struct SiteDetail: Equatable, Sendable {
    /// What is known of the snapshot.
    public var head: SiteListHead
    /// The site, with the course of its measurements.
    public var status: SiteStatus

    /// Creates the detail of a site.
    public init(head: SiteListHead, status: SiteStatus) {
        self.head = head
        self.status = status
    }

    /// The detail in a format, to its last line end; the style concerns text only.
    public func written(as format: ReportFormat, style: TableStyle) -> ByteText {
        switch format {
        case .text: text(style: style)
        case .json: json
        }
    }

    private var json: ByteText {
        var object = JSONObject()
        object.add("source", head.source)
        object.add("simulated", head.feed.isSimulated)
        object.add("last_updated", head.feed.lastUpdated)
        object.add("fetched_at", head.fetchedAt)
        object.add("stale", head.isStale)
        object.add("site", status.jsonObject())
        var text = object.text
        text.append("\n")
        return text
    }
}
