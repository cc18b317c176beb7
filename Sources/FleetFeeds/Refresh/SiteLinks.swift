import FleetCore

/// Absolute addresses of the station feeds of a system, which may have none.
struct SiteLinks: Sendable {
    /// Discovery document that contains the links.
    var discovery: FeedCacheState.Document
    /// Address of `station_information`, or the error in its link.
    var information: Result<String, FeedFailure>?
    /// Address of `station_status`, or the error in its link.
    var status: Result<String, FeedFailure>?
    /// Address of `system_information`, or the error in its link.
    var system: Result<String, FeedFailure>?
    /// Version selected from a list.
    var version: String?
}

extension SiteLinks {
    /// Creates the links used by the last refresh.
    init(_ cacheState: FeedCacheState, discovery: FeedCacheState.Document) {
        self.init(
            discovery: discovery,
            information: (cacheState.stationInformation?.document.address).map { .success($0) },
            status: (cacheState.stationStatus?.document.address).map { .success($0) },
            system: (cacheState.system?.document.address).map { .success($0) },
            version: cacheState.version)
    }

    /// Creates the links of a discovery document that was read from `document`.
    ///
    /// - Parameter base: Base address of relative links.
    init(
        _ discovery: GBFS.Discovery, in document: FeedCacheState.Document, base: String,
        version: String?
    ) {
        self.init(
            discovery: document,
            information: discovery.address(of: GBFS.stationInformation, base: base),
            status: discovery.address(of: GBFS.stationStatus, base: base),
            system: discovery.address(of: "system_information", base: base), version: version)
    }

    /// Whether the system has no station feeds.
    var isEmpty: Bool { information == nil && status == nil }
}
