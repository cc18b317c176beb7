/// All data on one site, and its snapshot.
public struct SiteDetail: Equatable, Sendable {
    /// Source and age of the snapshot.
    public var header: SiteListHeader
    /// The site, with the history of its measurements.
    public var status: SiteStatus

    /// Creates the detail of a site.
    public init(header: SiteListHeader, status: SiteStatus) {
        self.header = header
        self.status = status
    }

    /// Returns the detail in a format, with a final line end; the style applies to text only.
    public func written(as format: ReportFormat, style: TableStyle) -> UTF8Buffer {
        switch format {
        case .text: text(style: style)
        case .json: json
        }
    }

    private var json: UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", header.source)
        object.add("simulated", header.feed.isSimulated)
        object.add("last_updated", header.feed.lastUpdated)
        object.add("fetched_at", header.fetchedAt)
        object.add("stale", header.isStale)
        object.add("site", status.jsonObject())
        var text = object.text
        text.append("\n")
        return text
    }
}
