import FleetCore

/// Refresh of one feed, from the source's location to its vehicles or sites, with as few requests
/// as possible.
struct FeedRefresh: Sendable {
    let source: Source
    /// Feed to read.
    let feed: Source.Feed
    /// Cache state of this feed and location.
    private(set) var cacheState: FeedCacheState?
    /// Filter for the returned vehicles; all vehicles are counted.
    let filter: Filter
    let fetch: FeedLoader.ReadDocument
    let linkPolicy: LinkPolicy
    let budget: SourceBudget
    let now: @Sendable () -> Timestamp
    /// Zone of times in tables that have none of their own.
    let zone: SystemTimeZone
    let progress: @Sendable (Int) -> Void
    /// Versions to ask for, the first one now; empty to ask for none.
    private(set) var versions: [FeedDialect.Version]

    init(
        source: Source, feed: Source.Feed, cacheState: FeedCacheState?, filter: Filter,
        fetch: @escaping FeedLoader.ReadDocument, linkPolicy: LinkPolicy, budget: SourceBudget,
        now: @escaping @Sendable () -> Timestamp, zone: SystemTimeZone,
        progress: @escaping @Sendable (Int) -> Void
    ) {
        (self.source, self.feed, self.cacheState, self.filter) = (source, feed, cacheState, filter)
        (self.fetch, self.linkPolicy, self.now, self.progress) = (fetch, linkPolicy, now, progress)
        (self.budget, self.zone) = (budget, zone)
        versions = FeedDialect.versions(of: source.provider, after: cacheState?.mdsVersion)
    }

    /// Reads a document, in the version that is asked for.
    func read(
        _ address: String, _ cached: FeedCacheState.Document?,
        as role: DocumentRequest.Role = .needed
    ) async throws -> DocumentResponse {
        try await fetch(
            DocumentRequest(
                address: address, cached: cached, accept: versions.first?.mediaTypes, role: role))
    }

    /// The user's colors, as stored in the cache.
    var colorNames: [String: String] { source.colorMap.colors.mapValues(\.name) }

    /// Follows the cached route; if that fails, starts again from the location.
    ///
    /// A service that does not have the version (406) is asked for the next one.
    func response() async throws -> FeedResponse {
        do {
            return try await responseInVersion()
        } catch let failure as FeedFailure where failure.reason == .service(.status(406)) {
            var next = self
            next.versions =
                versions.isEmpty ? FeedDialect.allVersions : Array(versions.dropFirst())
            guard !next.versions.isEmpty else { throw failure }
            return try await next.response()
        }
    }

    private func responseInVersion() async throws -> FeedResponse {
        do {
            return try await cachedRoute()
        } catch let failure as FeedFailure
            where failure.allowsFallback && cacheState?.discovery != nil
        {
            return try await rereadingDiscovery.response(at: source.location.text, version: nil)
        }
    }

    /// Skips the discovery document while the cached one is fresh.
    private func cachedRoute() async throws -> FeedResponse {
        if let cacheState, let discovery = cacheState.discovery, discovery.isFresh(at: now()) {
            return try await follow(
                plan, FeedLinks(cacheState, in: discovery, version: cacheState.version))
        }
        return try await response(at: source.location.text, version: nil)
    }

    /// The same refresh, but with an unconditional request for the discovery document.
    private var rereadingDiscovery: FeedRefresh {
        var refresh = self
        if let address = cacheState?.discovery?.address {
            refresh.cacheState?.discovery = FeedCacheState.Document(address: address)
        }
        return refresh
    }

    /// Reads the document at an address.
    ///
    /// - Parameter version: Version selected from a list, whose link must not lead to another list.
    private func response(at address: String, version: String?) async throws -> FeedResponse {
        let location = Location.redacted(address)
        switch try await read(address, cached(at: address)) {
        case .notModified(let document):
            return try await unchanged(document, version: version)
        case .read(let bytes, let document, let base):
            let parsed = try parsed(bytes, at: location)
            switch parsed.content {
            case .vehicles(let vehicles):
                return try await response(
                    vehicles, parsed.header, version: version, from: document, base: base)
            case .sites(let sites):
                return loaded(sites, parsed.header, version: version, from: document)
            case .discovery(let discovery):
                let document = document.updated(by: parsed.header, at: now())
                return try await follow(
                    plan,
                    FeedLinks(
                        discovery, in: document, base: base, version: version, policy: linkPolicy))
            case .versions(let versions):
                return try await newestUsable(
                    of: versions, base: base, at: location, isNested: version != nil)
            case .manifest(let systems):
                return try await newestUsable(
                    of: systems.versions(at: location), base: base, at: location,
                    isNested: version != nil)
            }
        }
    }

    private func parsed(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<FeedContent> {
        switch feed {
        case .vehicles:
            try FeedDocument(
                anyVehicles: bytes, at: location,
                TableReading(
                    settings: source.table,
                    join: VehicleJoin(
                        times: ReportTimes(at: now()), colorMap: source.colorMap, filter: filter),
                    zone: zone, maxVehicles: Int(budget[.vehicles]),
                    isInventory: source.location == .inventory, progress: progress))
        case .sites:
            try source.location == .inventory
                ? FeedDocument(sitesOfTable: .inventory)
                : FeedDocument(sites: bytes, at: location, table: source.table)
        }
    }

    /// Tries the versions of a system, the highest first and each address once, until one succeeds.
    private func newestUsable(
        of versions: [GBFS.Version], base: String, at location: String, isNested: Bool
    ) async throws -> FeedResponse {
        if isNested {
            throw FeedFailure(
                .link(.brokenDiscovery("links to another list of versions")), at: location)
        }
        var tried: Set<String> = []
        return try await firstUsable(
            of: versions,
            otherwise: FeedFailure(.link(.brokenDiscovery("lists no version")), at: location)
        ) { version in
            let address = try linkPolicy.resolve(version.link, relativeTo: base)
            guard tried.insert(address).inserted else { return nil }
            return try await response(at: address, version: version.version)
        }
    }

    /// Returns the response for the first candidate that has one.
    ///
    /// - Throws: The first failure, unless a later one allows no fallback; `otherwise` if there is
    ///   none.
    func firstUsable<Candidate, Response>(
        of candidates: [Candidate], otherwise: FeedFailure,
        response: (Candidate) async throws -> Response?
    ) async throws -> Response {
        var firstFailure: FeedFailure?
        for candidate in candidates {
            do {
                if let response = try await response(candidate) { return response }
            } catch let failure as FeedFailure where failure.allowsFallback {
                firstFailure = firstFailure ?? failure
            }
        }
        throw firstFailure ?? otherwise
    }

    /// Returns the cached document at an address, for a conditional request: discovery, or a
    /// document with the content itself, for vehicles only if they would be joined alike.
    private func cached(at address: String) -> FeedCacheState.Document? {
        guard let cacheState else { return nil }
        let document = cacheState.discovery ?? cacheState.main
        // The ttl of a file is only in the file itself.
        guard document.address == address, document.isWeb || cacheState.discovery != nil else {
            return nil
        }
        if cacheState.discovery != nil || feed == .sites { return document }
        // The documents beside a server's source are not joined with its vehicles.
        let hasJoined = !SideDocuments.servedNames.isSuperset(of: cacheState.documents.keys)
        return !hasJoined && cacheState.colorMap == colorNames ? document : nil
    }

    private func unchanged(
        _ document: FeedCacheState.Document, version: String?
    ) async throws -> FeedResponse {
        guard let cacheState, cached(at: document.address) != nil else {
            throw FeedFailure(.service(.status(304)), at: Location.redacted(document.address))
        }
        let document = document.revalidated(at: now())
        guard cacheState.discovery != nil else {
            var joined = emptyFeed(version: version)
            joined.cacheState.documents = cacheState.documents
            return notModified(joined, document)
        }
        return try await follow(
            plan, FeedLinks(cacheState, in: document, version: version))
    }
}

extension FeedFailure {
    /// Whether to fall back to another version or an older feed after this failure.
    ///
    /// True if the document is missing or invalid; a failing service would only fail again.
    var allowsFallback: Bool {
        switch reason {
        case .service(.status(404)), .service(.status(410)), .machine(.fileNotFound): true
        case .content, .link(.brokenDiscovery), .link(.credentialInLink), .link(.linkToThisMachine):
            true
        default: false
        }
    }
}
