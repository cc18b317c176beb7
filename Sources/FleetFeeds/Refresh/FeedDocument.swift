import FleetCore
import JSON

/// Parsed document of a feed, recognized by its shape.
struct FeedDocument {
    /// Content of a document.
    enum Content {
        /// Vehicles.
        case vehicles(VehiclesDocument)
        /// Links to the feeds of a system (`gbfs.json`).
        case discovery(GBFS.Discovery)
        /// Links to the versions of a system (`gbfs_versions.json`), the highest first.
        case versions([GBFS.Version])
        /// Systems with their versions (`manifest.json`).
        case manifest([GBFS.System])
    }

    /// Common header of the feed.
    var header: FeedHeader
    /// Content.
    var content: Content
}

extension FeedDocument {
    /// Size limits of a document with links; a manifest has about 15 values per system.
    private static let maxLinkNodes = 200_000
    private static let maxLinkDepth = 32

    /// Approximate size of one vehicle in a document, in bytes.
    private static let bytesPerVehicle = 300
    /// Maximum number of vehicles to reserve capacity for.
    private static let maxReservedVehicles = 1_000_000

    /// Parses a document; `progress` receives the number of vehicles so far.
    ///
    /// - Throws: A failure at `location` if the document is not JSON or its shape is unknown.
    init(
        _ bytes: consuming [UInt8], at location: String, join: VehicleJoin = VehicleJoin(),
        progress: (Int) -> Void = { _ in }
    ) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var scan = VehicleScan(join: join, expecting: Self.expectedCount(document.count))
        let shape = try scan.read(&document, at: location, progress: progress)
        header = scan.header
        if let shape {
            content = .vehicles(
                try scan.document(of: shape, repairs: document.repairs, at: location))
        } else {
            content = try Self.links(in: document, at: location)
        }
    }

    private static func expectedCount(_ bytes: Int) -> Int {
        min(bytes / bytesPerVehicle + 16, maxReservedVehicles)
    }

    /// Parses a document without vehicles, which is small.
    static func links(
        in document: JSONDocument, at location: String
    ) throws(FeedFailure) -> Content {
        guard let tree = try? document.value(maxNodes: maxLinkNodes, maxDepth: maxLinkDepth) else {
            throw FeedFailure(.noVehicles, at: location)
        }
        if let versions = [GBFS.Version](versionsDocument: tree) { return .versions(versions) }
        if let systems = [GBFS.System](manifest: tree) { return .manifest(systems) }
        if let discovery = GBFS.Discovery(tree) { return .discovery(discovery) }
        throw FeedFailure(.noVehicles, at: location)
    }
}
