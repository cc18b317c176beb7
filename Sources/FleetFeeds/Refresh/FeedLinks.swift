import FleetCore

/// Absolute addresses of the feeds of a system.
struct FeedLinks: Sendable {
    /// Discovery document that contains the links.
    var discovery: FeedCacheState.Document
    /// Vehicle feeds, in the order in which to try them.
    var vehicles: [String]
    /// Address of `vehicle_types`, or the error in its link.
    var vehicleTypes: Result<String, FeedFailure>?
    /// Address of `system_information`, or the error in its link.
    var system: Result<String, FeedFailure>?
    /// Version selected from a list.
    var version: String?
}

extension FeedLinks {
    /// Creates the links used by the last refresh.
    init(_ cacheState: FeedCacheState, discovery: FeedCacheState.Document) {
        self.init(
            discovery: discovery, vehicles: [cacheState.vehicles.address],
            vehicleTypes: (cacheState.vehicleTypes?.document.address).map { .success($0) },
            system: (cacheState.system?.document.address).map { .success($0) },
            version: cacheState.version)
    }

    /// Creates the links of a discovery document that was read from `document`.
    ///
    /// - Parameter base: Base address of relative links.
    /// - Throws: `onlyStations` or `brokenDiscovery` if no link leads to vehicles.
    init(
        _ discovery: GBFS.Discovery, in document: FeedCacheState.Document, base: String,
        version: String?
    ) throws(FeedFailure) {
        self.discovery = document
        self.version = version
        let location = Location.redacted(document.address)
        var failure = FeedFailure(
            discovery.hasStations ? .onlyStations : .brokenDiscovery("lists no vehicle feed"),
            at: location)
        vehicles = []
        for link in discovery.vehicleLinks {
            do {
                vehicles.append(try DocumentAddress.resolve(link: link, relativeTo: base))
            } catch {
                failure = error
            }
        }
        if vehicles.isEmpty { throw failure }
        vehicleTypes = discovery.address(of: "vehicle_types", base: base)
        system = discovery.address(of: "system_information", base: base)
    }
}

extension GBFS.Discovery {
    /// Returns the address of a feed or the error in its link; nil if there is no link.
    func address(of name: String, base: String) -> Result<String, FeedFailure>? {
        links(to: name).first.map { link in
            Result { () throws(FeedFailure) in
                try DocumentAddress.resolve(link: link, relativeTo: base)
            }
        }
    }
}
