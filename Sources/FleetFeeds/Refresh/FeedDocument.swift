import FleetCore
import JSON

/// Parsed document of a feed.
struct FeedDocument<Content> {
    /// Common header of the feed.
    var header: FeedHeader
    /// Content.
    var content: Content
    /// Warnings for the user.
    var warnings: [String] = []
}

/// Content of a document that a refresh comes across, recognized by its shape.
enum FeedContent {
    /// Vehicles.
    case vehicles(VehiclesDocument)
    /// Sites; none if the document has only vehicles.
    case sites(SitesDocument)
    /// Links to the feeds of a system (`gbfs.json`).
    case discovery(GBFS.Discovery)
    /// Links to the versions of a system (`gbfs_versions.json`), the highest first.
    case versions([GBFS.Version])
    /// Systems with their versions (`manifest.json`).
    case manifest([GBFS.System])
}

extension FeedContent {
    /// Size limits of a document with links; a manifest has about 15 values per system.
    private static let maxLinkNodes = 200_000
    private static let maxLinkDepth = 32
    private static let maxLinkBytes = 16 << 20

    /// Parses a document with links, which is small.
    ///
    /// - Throws: A failure at `location` with the reason `unknown` if it has no links.
    init(
        links document: JSONDocument, at location: String, unknown: FeedFailure.Reason
    ) throws(FeedFailure) {
        guard document.count <= Self.maxLinkBytes else { throw FeedFailure(unknown, at: location) }
        let tree = try? document.value(maxNodes: Self.maxLinkNodes, maxDepth: Self.maxLinkDepth)
        guard let tree else { throw FeedFailure(unknown, at: location) }
        if let versions = [GBFS.Version](versionsDocument: tree) {
            self = .versions(versions)
        } else if let systems = [GBFS.System](manifest: tree) {
            self = .manifest(systems)
        } else if let discovery = GBFS.Discovery(tree) {
            self = .discovery(discovery)
        } else {
            throw FeedFailure(unknown, at: location)
        }
    }
}

extension [GBFS.System] {
    /// Maximum number of systems to list in an error.
    private static let maxListed = 1000

    /// Returns the versions of the only system, the highest first.
    ///
    /// - Throws: `severalSystems` if there is more than one.
    func versions(at location: String) throws(FeedFailure) -> [GBFS.Version] {
        guard count > 1 else { return first?.versions ?? [] }
        throw FeedFailure(
            .link(.severalSystems(prefix(Self.maxListed).map(\.description))), at: location)
    }
}
