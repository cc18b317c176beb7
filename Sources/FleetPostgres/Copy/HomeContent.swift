import FleetCore
public import FleetSQL
public import FleetSettings

/// The data of a server's home for a database that several servers share.
///
/// Vehicles are not copied, because they are read from their feeds again. Favorites, notes and
/// saved filters of the command line stay in the home, and so do the files of photos.
public struct HomeContent: Sendable {
    /// The users and their data.
    let team: TeamContent
    /// The sources by name, each with its UUID.
    let sources: [String: Source]
    /// Name of the source to use if none is given.
    let defaultSource: String?
    let defaultHistory: HistorySetting?
    /// The credentials of the sources, by name.
    let credentials: [String: Credentials]
    /// The settings of the server.
    let settings: [ServerSetting: String]

    /// Reads everything but the team.
    /// - Parameter team: The users and their data, read in one transaction.
    /// - Throws: `PreferencesError`.
    public init(of home: Home, team: TeamContent) throws {
        let catalog = HomeSourceCatalog(home: home)
        let preferences = try catalog.load().catalog
        (sources, defaultSource) = (preferences.sources, preferences.defaultSource)
        defaultHistory = preferences.defaultHistory
        let names = Set(preferences.sources.keys)
        credentials = try catalog.loadCredentials().filter {
            names.contains($0.key) && !$0.value.isEmpty
        }
        settings = try ServerFile(home: home).stored()
        self.team = team
    }

    /// The sources whose location is a file, which each server needs at the same path.
    public var fileSources: [(name: String, path: String)] {
        sources.sorted { ByteOrder.precedes($0.key, $1.key) }.compactMap { name, source in
            if case .file(let path) = source.location { (name, path) } else { nil }
        }
    }
}
