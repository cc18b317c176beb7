import FleetCore

/// What is joined to the vehicles, and how it was found.
struct JoinedFeeds: Sendable {
    /// The document that told of the vehicle feed.
    var discovery: FeedMemory.Document?
    /// `vehicle_types`.
    var vehicleTypes = SideFeedOutcome<[VehicleType]>()
    /// `system_information`.
    var system = SideFeedOutcome<SystemInformation>()
    /// The version that was chosen of a list.
    var version: String?
}

extension FeedRefresh {
    /// Reads the side feeds that are due, then the vehicles.
    ///
    /// A newer kind of vehicle feed that is not there gives way to an older one.
    func joined(_ links: FeedLinks) async throws -> FeedAnswer {
        var joined = JoinedFeeds(discovery: links.discovery, version: links.version)
        joined.vehicleTypes = try await sideFeed(
            "vehicle_types", at: links.vehicleTypes, remembered: memory?.vehicleTypes,
            otherwise: [], parse: SideDocument.init(vehicleTypes:at:))
        joined.system = try await sideFeed(
            "system_information", at: links.system, remembered: memory?.system,
            otherwise: SystemInformation(), parse: SideDocument.init(systemInformation:at:))
        var first: FeedFailure?
        for address in links.vehicles {
            do {
                return try await vehicles(at: address, joined)
            } catch let failure as FeedFailure where failure.allowsAnother {
                first = first ?? failure
            }
        }
        throw first ?? FeedFailure(.noVehicles, at: Location.redacted(links.discovery.address))
    }

    private func vehicles(at address: String, _ joined: JoinedFeeds) async throws -> FeedAnswer {
        let place = Location.redacted(address)
        let remembered = isStillTold(joined, by: address) ? memory?.vehicles : nil
        switch try await read(address, remembered) {
        case .notModified(let document):
            guard remembered != nil else { throw FeedFailure(.status(304), at: place) }
            return notModified(joined, document)
        case .read(let bytes, let document, _):
            let join = VehicleJoin(
                types: joined.vehicleTypes.feed?.content ?? [], colorMap: source.colorMap,
                kinds: kinds)
            let feed = try FeedDocument(bytes, at: place, join: join, progress: progress)
            guard case .vehicles(let vehicles) = feed.content else {
                throw FeedFailure(.brokenDiscovery("its vehicle feed holds other links"), at: place)
            }
            return loaded(vehicles, feed.header, joined, document)
        }
    }

    /// Whether the stored snapshot came of the same feed, joined with the same.
    private func isStillTold(_ joined: JoinedFeeds, by address: String) -> Bool {
        guard let memory, memory.vehicles.address == address else { return false }
        return memory.colorMap == colorNames
            && memory.vehicleTypes?.content == joined.vehicleTypes.feed?.content
            && memory.system?.content == joined.system.feed?.content
    }
}
