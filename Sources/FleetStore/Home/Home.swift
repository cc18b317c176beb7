/// The folders that hold the preferences, the credentials, the database, the locks, the sockets and
/// what can be fetched again.
///
/// `FLEET_HOME` puts all in one folder. Without it the folders are those of the XDG Base Directory
/// Specification 0.8: `$XDG_CONFIG_HOME/fleet`, `$XDG_DATA_HOME/fleet`, `$XDG_CACHE_HOME/fleet` and
/// `$XDG_RUNTIME_DIR/fleet`.
/// Creating a value creates no folder.
public struct Home: Equatable, Sendable {
    /// The folder of the files that a person may edit.
    public let configFolder: String
    /// The folder of the database and the locks.
    public let dataFolder: String
    /// The folder of the sockets, unless a path in it would be too long.
    public let runFolder: String
    /// The folder of what may be deleted at any time.
    public let cacheFolder: String
    /// The user that this process acts for.
    let userID: UInt32

    /// Finds the folders.
    ///
    /// - Parameters:
    ///   - environment: looks a variable up; empty values count as missing, and so do relative ones
    ///     in `HOME` and in the XDG variables, as the specification asks.
    ///   - userHome: the home that the user database names, for want of `HOME`.
    ///   - userID: the effective user.
    ///   - currentFolder: what a relative `FLEET_HOME` is relative to.
    /// - Throws: ``HomeFailure/noHome`` if a folder is to lie in the user's home and there is none.
    public init(
        environment: (String) -> String?, userHome: String?, userID: UInt32, currentFolder: String
    ) throws(HomeFailure) {
        self.userID = userID
        if let home = environment("FLEET_HOME"), !home.isEmpty {
            let home = Self.absolute(home, in: currentFolder)
            (configFolder, dataFolder, runFolder) = (home, home, Self.join(home, "run"))
            cacheFolder = Self.join(home, "cache")
            return
        }
        let places = XDGFolders(environment: environment, userHome: userHome)
        guard let config = places.config, let data = places.data else { throw .noHome }
        configFolder = Self.join(config, "fleet")
        dataFolder = Self.join(data, "fleet")
        cacheFolder = places.cache.map { Self.join($0, "fleet") } ?? Self.join(dataFolder, "cache")
        runFolder =
            places.runtime(of: userID).map { Self.join($0, "fleet") }
            ?? Self.temporaryFolder(of: userID)
    }

    /// The color filter and the sources.
    public var preferencesPath: String { Self.join(configFolder, "preferences.json") }

    /// The credentials of the sources.
    public var credentialsPath: String { Self.join(configFolder, "credentials.json") }

    /// The store.
    public var databasePath: String { Self.join(dataFolder, "fleet.sqlite") }

    /// The folder for sockets whose path would be too long, or for which there is no other.
    static func temporaryFolder(of userID: UInt32) -> String { "/tmp/fleet-\(userID)" }

    static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? folder + name : folder + "/" + name
    }

    /// One spelling for one folder, as far as that can be said without looking at the disk; it goes
    /// into the names of the sockets.
    static func absolute(_ path: String, in folder: String) -> String {
        let path = path.hasPrefix("/") ? path : folder + "/" + path
        let parts = path.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }
}
