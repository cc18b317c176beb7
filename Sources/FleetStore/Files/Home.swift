/// Folders of the preferences, credentials, database, locks, sockets and caches.
///
/// `FLEET_HOME` puts everything in one folder. Otherwise the folders follow the XDG Base Directory
/// Specification 0.8: `$XDG_CONFIG_HOME/fleet`, `$XDG_DATA_HOME/fleet`, `$XDG_CACHE_HOME/fleet` and
/// `$XDG_RUNTIME_DIR/fleet`.
/// Creating a `Home` does not create any folder.
public struct Home: Equatable, Sendable {
    /// Folder of the files that users may edit.
    public let configFolder: String
    /// Folder of the database and the locks.
    public let dataFolder: String
    /// Folder of the sockets, unless their paths would be too long.
    public let runFolder: String
    /// Folder of files that may be deleted at any time.
    public let cacheFolder: String
    /// Effective user of the process.
    let userID: UInt32

    /// Creates a home from the environment.
    ///
    /// - Parameters:
    ///   - environment: Looks up a variable. Empty values count as missing, and so do relative
    ///     paths in `HOME` and the XDG variables, as the specification requires.
    ///   - userHome: Home folder from the user database, used if `HOME` is missing.
    ///   - userID: Effective user.
    ///   - currentFolder: Base of a relative `FLEET_HOME`.
    /// - Throws: ``HomeError/noHome`` if a folder depends on the user's home and it is unknown.
    public init(
        environment: (String) -> String?, userHome: String?, userID: UInt32, currentFolder: String
    ) throws(HomeError) {
        self.userID = userID
        if let home = environment("FLEET_HOME"), !home.isEmpty {
            let home = Self.absolute(home, in: currentFolder)
            (configFolder, dataFolder, runFolder) = (home, home, Self.join(home, "run"))
            cacheFolder = Self.join(home, "cache")
            return
        }
        let folders = XDGFolders(environment: environment, userHome: userHome)
        guard let config = folders.config, let data = folders.data else { throw .noHome }
        configFolder = Self.join(config, "fleet")
        dataFolder = Self.join(data, "fleet")
        cacheFolder = folders.cache.map { Self.join($0, "fleet") } ?? Self.join(dataFolder, "cache")
        runFolder =
            folders.runtime(of: userID).map { Self.join($0, "fleet") }
            ?? Self.temporaryFolder(of: userID)
    }

    /// Path of the preferences: the color filter and the sources.
    public var preferencesPath: String { Self.join(configFolder, "preferences.json") }

    /// Path of the sources' credentials.
    public var credentialsPath: String { Self.join(configFolder, "credentials.json") }

    /// Path of the store.
    public var databasePath: String { Self.join(dataFolder, "fleet.sqlite") }

    /// Returns the fallback folder for sockets.
    static func temporaryFolder(of userID: UInt32) -> String { "/tmp/fleet-\(userID)" }

    static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? folder + name : folder + "/" + name
    }

    /// Returns the normalized absolute path, without resolving links; socket names depend on it.
    static func absolute(_ path: String, in folder: String) -> String {
        let path = path.hasPrefix("/") ? path : folder + "/" + path
        let parts = path.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }
}
