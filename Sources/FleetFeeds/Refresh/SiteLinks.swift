import FleetCore

/// Where the stations of a system are, by absolute addresses; a system may have none.
struct SiteLinks: Sendable {
    /// The document that told it.
    var discovery: FeedMemory.Document
    /// `station_information`, or why its link leads nowhere.
    var information: Result<String, FeedFailure>?
    /// `station_status`, or why its link leads nowhere.
    var status: Result<String, FeedFailure>?
    /// `system_information`, or why its link leads nowhere.
    var system: Result<String, FeedFailure>?
    /// The version that was chosen of a list.
    var version: String?
}

extension SiteLinks {
    /// The way that was taken the last time.
    init(_ memory: FeedMemory, discovery: FeedMemory.Document) {
        self.init(
            discovery: discovery,
            information: (memory.stationInformation?.document.address).map { .success($0) },
            status: (memory.stationStatus?.document.address).map { .success($0) },
            system: (memory.system?.document.address).map { .success($0) },
            version: memory.version)
    }

    /// The links of a discovery document that was read from `document` and whose relative links
    /// start from `base`.
    init(
        _ discovery: GBFS.Discovery, in document: FeedMemory.Document, base: String,
        version: String?
    ) {
        self.init(
            discovery: document,
            information: discovery.address(of: GBFS.stationInformation, base: base),
            status: discovery.address(of: GBFS.stationStatus, base: base),
            system: discovery.address(of: "system_information", base: base), version: version)
    }

    /// Whether there are no stations.
    var isEmpty: Bool { information == nil && status == nil }
}
