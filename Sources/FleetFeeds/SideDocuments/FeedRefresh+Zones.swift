import FleetCore
import JSON

extension FeedRefresh {
    /// Reads the zones of a system.
    /// - Throws: `noZones` if the system has none.
    func zones(_ links: FeedLinks) async throws -> FeedResponse {
        guard let link = links.address(of: GBFS.geofencingZones) else {
            throw FeedFailure(.noZones, at: Location.redacted(links.discovery.address))
        }
        let address = try link.get()
        let location = Location.redacted(address)
        guard case .read(let bytes, let document, _) = try await read(address, nil) else {
            throw FeedFailure(.status(304), at: location)
        }
        let parsed = try ZonesDocument.parse(bytes, at: location)
        var joined = emptyFeed(discovery: links.discovery, version: links.version)
        joined.snapshot.zones = parsed.content.zones
        joined.snapshot.feed.describe(
            parsed.header, format: GBFS.format(version: parsed.header.version ?? links.version))
        joined.warnings = parsed.warnings
        return loaded(joined, from: document, freshFor: .zero)
    }
}

extension FeedDocument<FeedContent> {
    /// Parses a document that leads to the zones of a system.
    ///
    /// - Throws: A failure at `location` if the document is not JSON or has no links.
    init(zones bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        header = try ListScan().read(&document, at: location).header
        content = try FeedContent(links: document, at: location, unknown: .noZones)
    }
}
