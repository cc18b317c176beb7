/// Detector for notices of a system that begin to hold.
///
/// A notice is reported once for its ID. It is reported again only after its times have excluded a
/// moment in which it was in the feed: neither a new text nor a feed that lacks it for a while
/// makes it a new one. The notices of the first snapshot are not reported.
public struct NoticeDetector: Sendable {
    /// Whether each notice held when it was last in the feed.
    private var holds: [ByteString: Bool] = [:]
    private var feeds: Set<Source.Feed> = []

    /// Number of notices that are remembered, more than a feed can have at once.
    private static let limit = 1000

    /// Creates a detector without a snapshot.
    public init() {}

    /// Processes the notices of one of the source's feeds and returns those that began to hold.
    /// - Parameter filter: A notice for some stations or regions is reported only if it selects one
    ///   of them.
    public mutating func began(
        _ notices: [SystemAlert], of feed: Source.Feed, at time: Timestamp,
        for filter: Filter = Filter()
    ) -> [SystemAlert] {
        let isFirst = feeds.insert(feed).inserted
        let relevant = notices.filter { $0.concerns(filter) }
        if holds.count + relevant.count > Self.limit {
            // A feed that keeps inventing IDs must not fill the memory.
            let present = Set(relevant.map { ByteString($0.id) })
            holds = holds.filter { present.contains($0.key) }
        }
        return relevant.filter { notice in
            let isActive = notice.holds(at: time)
            let wasActive = holds.updateValue(isActive, forKey: ByteString(notice.id)) ?? false
            return isActive && !wasActive && !isFirst
        }
    }
}

extension SystemAlert {
    /// Returns whether it is about the whole system, or a station or region that a filter selects.
    fileprivate func concerns(_ filter: Filter) -> Bool {
        concernsSystem
            || filter.station.map { station in
                stationIDs.contains { ByteOrder.equal($0, station) }
            } ?? false
            || regionIDs.contains { id in filter.regions.contains { ASCIICase.equal($0, id) } }
    }
}
