import FleetCore

/// Side feeds of a refresh, with the discovery document and version that led to them.
struct SideFeeds: Sendable {
    /// Discovery document that links to the feed.
    var discovery: FeedCacheState.Document?
    /// Outcome of `vehicle_types`.
    var vehicleTypes = SideFeedOutcome<[VehicleType]>()
    /// Outcome of `system_information`.
    var system = SideFeedOutcome<SystemInformation>()
    /// Version selected from a list.
    var version: String?
}

extension FeedRefresh {
    /// Reads the side feeds that are not fresh, then the vehicles.
    ///
    /// Falls back to the older vehicle feed if the newer one is missing.
    func loadFeeds(_ links: FeedLinks) async throws -> FeedResponse {
        var sideFeeds = SideFeeds(discovery: links.discovery, version: links.version)
        sideFeeds.vehicleTypes = try await sideFeed(
            "vehicle_types", at: links.vehicleTypes, cached: cacheState?.vehicleTypes,
            default: [], parse: SideDocument.init(vehicleTypes:at:))
        sideFeeds.system = try await sideFeed(
            "system_information", at: links.system, cached: cacheState?.system,
            default: SystemInformation(), parse: SideDocument.init(systemInformation:at:))
        var firstFailure: FeedFailure?
        for address in links.vehicles {
            do {
                return try await vehicles(at: address, sideFeeds)
            } catch let failure as FeedFailure where failure.allowsFallback {
                firstFailure = firstFailure ?? failure
            }
        }
        throw firstFailure
            ?? FeedFailure(.noVehicles, at: Location.redacted(links.discovery.address))
    }

    private func vehicles(at address: String, _ sideFeeds: SideFeeds) async throws -> FeedResponse {
        let location = Location.redacted(address)
        let cached = canRevalidate(sideFeeds, from: address) ? cacheState?.vehicles : nil
        switch try await read(address, cached) {
        case .notModified(let document):
            guard cached != nil else { throw FeedFailure(.status(304), at: location) }
            return notModified(sideFeeds, document)
        case .read(let bytes, let document, _):
            let join = VehicleJoin(
                types: sideFeeds.vehicleTypes.feed?.content ?? [], colorMap: source.colorMap,
                filter: filter)
            let feed = try FeedDocument(bytes, at: location, join: join, progress: progress)
            guard case .vehicles(let vehicles) = feed.content else {
                throw FeedFailure(
                    .brokenDiscovery("links to a vehicle feed that contains only links"),
                    at: location)
            }
            return loaded(
                vehicles, header: feed.header, sideFeeds: sideFeeds, document: document)
        }
    }

    /// Whether the stored snapshot comes from the same feed, joined with the same side feeds.
    private func canRevalidate(_ sideFeeds: SideFeeds, from address: String) -> Bool {
        guard let cacheState, cacheState.vehicles.address == address else { return false }
        return cacheState.colorMap == colorNames
            && cacheState.vehicleTypes?.content == sideFeeds.vehicleTypes.feed?.content
            && cacheState.system?.content == sideFeeds.system.feed?.content
    }
}
