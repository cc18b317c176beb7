import FleetCore

extension FeedDocument.Content {
    /// How many systems a person is shown to choose from.
    private static let shownSystems = 1000

    /// The versions that a list leads to, the highest first; a manifest of one system is as good as
    /// its list of versions.
    ///
    /// Throws `severalSystems` if a person must choose.
    func versions(at place: String) throws(FeedFailure) -> [GBFS.Version] {
        switch self {
        case .vehicles, .discovery: return []
        case .versions(let versions): return versions
        case .manifest(let systems):
            guard systems.count > 1 else { return systems.first?.versions ?? [] }
            let list = systems.prefix(Self.shownSystems).map(\.description)
            throw FeedFailure(.severalSystems(list), at: place)
        }
    }
}
