import FleetCore

/// Links to the documents of a system, from its discovery document or from the last refresh.
struct FeedLinks: Sendable {
    /// Discovery document that contains the links.
    let discovery: FeedCacheState.Document
    /// Version selected from a list.
    let version: String?
    private let route: Route

    private enum Route {
        case discovered(GBFS.Discovery, base: String, LinkPolicy)
        case cached(FeedCacheState)
    }
}

extension FeedLinks {
    /// Creates the links used by the last refresh.
    init(_ cacheState: FeedCacheState, in document: FeedCacheState.Document, version: String?) {
        self.init(discovery: document, version: version, route: .cached(cacheState))
    }

    /// Creates the links of a discovery document that was read from `document`.
    ///
    /// - Parameter base: Base address of relative links.
    init(
        _ discovery: GBFS.Discovery, in document: FeedCacheState.Document, base: String,
        version: String?, policy: LinkPolicy
    ) {
        self.init(
            discovery: document, version: version,
            route: .discovered(discovery, base: base, policy))
    }

    /// Returns the absolute address of a side document or the error in its link; nil if there is
    /// no link.
    func address(of document: some SideDocument) -> Result<String, FeedFailure>? {
        switch route {
        case .cached(let cacheState):
            cacheState[keyPath: document.cache].map { .success($0.document.address) }
        case .discovered: address(of: document.name)
        }
    }

    /// Returns the absolute address of a feed or the error in its link; nil if the discovery document
    /// has no link, or was not read again.
    func address(of name: String) -> Result<String, FeedFailure>? {
        guard case .discovered(let discovery, let base, let policy) = route else { return nil }
        return discovery.links(to: name).first.map { link in
            Result { () throws(FeedFailure) in try policy.resolve(link, relativeTo: base) }
        }
    }

    /// Returns the absolute addresses of the vehicle feeds, in the order in which to try them, and
    /// a warning for each link that is not used.
    ///
    /// - Throws: `onlyStations`, `brokenDiscovery` or `credentialInLink` if no link leads to
    ///   vehicles.
    func vehicleAddresses() throws(FeedFailure) -> (addresses: [String], warnings: [String]) {
        switch route {
        case .cached(let cacheState): return ([cacheState.vehicles.address], [])
        case .discovered(let discovery, let base, let policy):
            var failure = FeedFailure(
                discovery.hasStations ? .onlyStations : .brokenDiscovery("lists no vehicle feed"),
                at: Location.redacted(self.discovery.address))
            var (addresses, warnings): ([String], [String]) = ([], [])
            for link in discovery.vehicleLinks {
                do {
                    addresses.append(try policy.resolve(link, relativeTo: base))
                } catch {
                    failure = error
                    warnings.append("gbfs.json: \(error.message); continuing without it")
                }
            }
            if addresses.isEmpty { throw failure }
            return (addresses, warnings)
        }
    }
}
