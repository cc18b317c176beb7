import FleetCore
import JSON

/// A document of a feed, told by its shape.
struct FeedDocument {
    /// What a document may hold.
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

    /// What it says of itself.
    var header: FeedHeader
    /// What it holds.
    var content: Content
}

extension FeedDocument {
    /// Limits of a document that holds links; a manifest takes some 15 values a system.
    private static let linkNodes = 200_000
    private static let linkDepth = 32

    /// About as many bytes as a vehicle takes, and the most vehicles that room is made for at once.
    private static let bytesPerVehicle = 300
    private static let expectedVehicles = 1_000_000

    /// Reads a document; `progress` is told the count of vehicles now and then.
    ///
    /// Throws a failure at `place` if it is no JSON, or JSON of no known shape.
    init(
        _ bytes: consuming [UInt8], at place: String, join: VehicleJoin = VehicleJoin(),
        progress: (Int) -> Void = { _ in }
    ) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var scan = VehicleScan(join: join, expecting: Self.expectedCount(document.count))
        let list = try scan.read(&document, at: place, progress: progress)
        header = scan.header
        if let list {
            content = .vehicles(try scan.document(of: list, repairs: document.repairs, at: place))
        } else {
            content = try Self.links(in: document, at: place)
        }
    }

    private static func expectedCount(_ bytes: Int) -> Int {
        min(bytes / bytesPerVehicle + 16, expectedVehicles)
    }

    /// Reads a document without vehicles, which then is small.
    static func links(
        in document: JSONDocument, at place: String
    ) throws(FeedFailure) -> Content {
        guard let tree = try? document.value(maxNodes: linkNodes, maxDepth: linkDepth) else {
            throw FeedFailure(.noVehicles, at: place)
        }
        if let versions = [GBFS.Version](versionsDocument: tree) { return .versions(versions) }
        if let systems = [GBFS.System](manifest: tree) { return .manifest(systems) }
        if let discovery = GBFS.Discovery(tree) { return .discovery(discovery) }
        throw FeedFailure(.noVehicles, at: place)
    }
}
