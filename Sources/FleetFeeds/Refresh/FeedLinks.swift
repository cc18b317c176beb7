import FleetCore

/// Where the feeds of a system are, by absolute addresses.
struct FeedLinks: Sendable {
    /// The document that told it.
    var discovery: FeedMemory.Document
    /// The vehicle feeds, the one to try first at the front.
    var vehicles: [String]
    /// `vehicle_types`, or why its link leads nowhere.
    var vehicleTypes: Result<String, FeedFailure>?
    /// `system_information`, or why its link leads nowhere.
    var system: Result<String, FeedFailure>?
    /// The version that was chosen of a list.
    var version: String?
}

extension FeedLinks {
    /// The way that was taken the last time.
    init(_ memory: FeedMemory, discovery: FeedMemory.Document) {
        self.init(
            discovery: discovery, vehicles: [memory.vehicles.address],
            vehicleTypes: (memory.vehicleTypes?.document.address).map { .success($0) },
            system: (memory.system?.document.address).map { .success($0) },
            version: memory.version)
    }

    /// The links of a discovery document that was read from `document` and whose relative links
    /// start from `base`.
    ///
    /// Throws `onlyStations` or `brokenDiscovery` if none of them leads to vehicles.
    init(
        _ discovery: GBFS.Discovery, in document: FeedMemory.Document, base: String,
        version: String?
    ) throws(FeedFailure) {
        self.discovery = document
        self.version = version
        let place = Location.redacted(document.address)
        var failure = FeedFailure(
            discovery.hasStations ? .onlyStations : .brokenDiscovery("it has no vehicle feed"),
            at: place)
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
    /// The address of a feed, or why its link leads nowhere; `nil` without a link.
    func address(of name: String, base: String) -> Result<String, FeedFailure>? {
        links(to: name).first.map { link in
            Result { () throws(FeedFailure) in
                try DocumentAddress.resolve(link: link, relativeTo: base)
            }
        }
    }
}
