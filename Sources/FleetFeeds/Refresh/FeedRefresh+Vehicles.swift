import FleetCore

extension FeedRefresh {
    /// Reads the side documents that are not fresh, then the vehicles.
    ///
    /// Falls back to the older vehicle feed if the newer one is missing.
    func vehicles(_ links: FeedLinks) async throws -> FeedResponse {
        let (addresses, warnings) = try links.vehicleAddresses()
        var joined = try await joinedFeed(links)
        joined.warnings += warnings
        let location = Location.redacted(links.discovery.address)
        return try await firstUsable(
            of: addresses, otherwise: FeedFailure(.noVehicles, at: location)
        ) { [joined] address in
            try await vehicles(at: address, joined)
        }
    }

    private func vehicles(at address: String, _ joined: JoinedFeed) async throws -> FeedResponse {
        let location = Location.redacted(address)
        let cached = canRevalidate(joined, from: address) ? cacheState?.vehicles : nil
        switch try await read(address, cached) {
        case .notModified(let document):
            guard cached != nil else { throw FeedFailure(.status(304), at: location) }
            return notModified(joined, document.revalidated(at: now()))
        case .read(let bytes, let document, _):
            let join = VehicleJoin(
                types: joined.cacheState.vehicleTypes?.content ?? [], colorMap: source.colorMap,
                filter: filter)
            let parsed = try FeedDocument(
                vehicles: bytes, at: location, join: join, progress: progress)
            guard case .vehicles(let vehicles) = parsed.content else {
                throw FeedFailure(
                    .brokenDiscovery("links to a vehicle feed that contains only links"),
                    at: location)
            }
            return loaded(vehicles, parsed.header, into: joined, from: document)
        }
    }

    /// Whether the stored snapshot comes from the same feed, joined with the same side documents.
    private func canRevalidate(_ joined: JoinedFeed, from address: String) -> Bool {
        guard let cacheState, cacheState.vehicles.address == address else { return false }
        return cacheState.colorMap == colorNames && joined.hasSameContent
    }

    /// Returns the response for a vehicle feed that was read.
    func loaded(
        _ vehicles: VehiclesDocument, _ header: FeedHeader, into joined: JoinedFeed,
        from document: FeedCacheState.Document
    ) -> FeedResponse {
        var joined = joined
        joined.snapshot.vehicles = vehicles.vehicles
        joined.snapshot.total = vehicles.total
        joined.snapshot.parseReport = vehicles.parseReport
        joined.snapshot.feed.describe(header, format: vehicles.format)
        joined.snapshot.feed.setTypeNames(joined.cacheState.vehicleTypes?.content ?? [])
        vehicles.served?.describe(&joined.snapshot.feed)
        if let warning = vehicles.served?.warning { joined.warnings.append(warning) }
        return loaded(
            joined, from: document.updated(by: header, at: now()),
            freshFor: header.freshFor(at: now()))
    }
}
