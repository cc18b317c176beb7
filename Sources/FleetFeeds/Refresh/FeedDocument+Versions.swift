import FleetCore

extension FeedDocument.Content {
    /// Maximum number of systems to list in an error.
    private static let maxListedSystems = 1000

    /// Returns the versions in a versions file or a manifest of one system, the highest first.
    ///
    /// - Throws: `severalSystems` if the manifest lists more than one system.
    func versions(at location: String) throws(FeedFailure) -> [GBFS.Version] {
        switch self {
        case .vehicles, .discovery: return []
        case .versions(let versions): return versions
        case .manifest(let systems):
            guard systems.count > 1 else { return systems.first?.versions ?? [] }
            let list = systems.prefix(Self.maxListedSystems).map(\.description)
            throw FeedFailure(.severalSystems(list), at: location)
        }
    }
}
