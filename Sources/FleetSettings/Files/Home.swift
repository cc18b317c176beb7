public import FleetCore
import POSIX
import SystemPackage

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
    /// Folders on other file systems for what the store cannot take, best first.
    package var fallbackFolders: [String]
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
        let folders = XDGFolders(environment: environment, userHome: userHome)
        fallbackFolders =
            [folders.runtime.map { Self.join($0, "fleet") }, "/dev/shm/fleet-\(userID)"]
            .compactMap(\.self) + [Self.temporaryFolder(of: userID)]
        if let home = environment("FLEET_HOME"), !home.isEmpty {
            let home = Self.absolute(home, in: currentFolder)
            (configFolder, dataFolder, runFolder) = (home, home, Self.join(home, "run"))
            cacheFolder = Self.join(home, "cache")
            return
        }
        guard let config = folders.config, let data = folders.data else { throw .noHome }
        configFolder = Self.join(config, "fleet")
        dataFolder = Self.join(data, "fleet")
        cacheFolder = folders.cache.map { Self.join($0, "fleet") } ?? Self.join(dataFolder, "cache")
        runFolder =
            folders.runtime(of: userID).map { Self.join($0, "fleet") }
            ?? Self.temporaryFolder(of: userID)
    }

    /// Creates the home of the process's effective user.
    ///
    /// - Throws: ``HomeError/noHome`` if the user's home folder is unknown.
    public init(environment: (String) -> String?) throws(HomeError) {
        // The user database is read only if the environment does not name the home.
        let isInEnvironment =
            environment("FLEET_HOME") != nil || environment("HOME")?.hasPrefix("/") == true
        try self.init(
            environment: environment,
            userHome: isInEnvironment ? nil : CurrentProcess.registeredHome,
            userID: CurrentProcess.userID, currentFolder: FileSystem.currentFolder?.string ?? "/")
    }

    /// Path of the preferences: the color filter and the sources.
    public var preferencesPath: String { Self.join(configFolder, "preferences.json") }

    /// Path of the sources' credentials.
    public var credentialsPath: String { Self.join(configFolder, "credentials.json") }

    /// Path of the printers.
    public var printersPath: String { Self.join(configFolder, "printers.json") }

    /// Path of the store.
    public var databasePath: String { Self.join(dataFolder, "fleet.sqlite") }

    /// Path of the database of a team: of the users of a server, and of the command line's
    /// favorites and notes.
    public var teamDatabasePath: String { Self.join(dataFolder, "team.sqlite") }

    /// Folder of the photos of a team's notes: a folder for each owner.
    public var teamPhotosPath: String { Self.join(dataFolder, "team-photos") }

    /// Path of the file in which the server leaves its address for `fleet user`.
    var serverPath: String { Self.join(dataFolder, "server.json") }

    /// Path of the login to a team's server.
    var loginPath: String { Self.join(configFolder, "login.json") }

    /// Creates missing folders for the preferences, the database and the locks, with mode 0700.
    ///
    /// Commands that write nothing do not call this.
    ///
    /// - Throws: ``HomeError/unusable(path:reason:)``.
    public func createFolders() throws(HomeError) {
        for folder in [configFolder, dataFolder, lockFolder] { try Self.create(folder) }
    }

    static func create(_ folder: String) throws(HomeError) {
        do throws(Errno) {
            try FileSystem.createFolders(FilePath(folder))
        } catch {
            throw .unusable(path: folder, reason: error.description)
        }
    }

    /// Purpose of a source's lock; the raw value is part of the file name.
    public enum LockPurpose: String, Sendable {
        /// Held by the leader of a source's subscription until it exits.
        case leader = "owner"
        /// Held during a request.
        case request
        /// Held while a server reads the feed; a server that is killed leaves its text behind.
        case reading
    }

    /// Returns the path of a source's lock file.
    ///
    /// It is next to the database and not with the sockets, because processes that share a home may
    /// have different run folders.
    public func lockPath(for key: SourceKey, _ purpose: LockPurpose) -> String {
        let name = StableHash.digits(of: StableHash.hash(key.text)) + "." + purpose.rawValue
        return Self.join(lockFolder, name)
    }

    /// Returns the path of the file whose modification time is the end of a source's back-off,
    /// while the store cannot be written.
    package func backOffPath(for key: SourceKey) -> String {
        let name = StableHash.digits(of: StableHash.hash(key.text)) + ".wait"
        return Self.join(lockFolder, name)
    }

    /// Name of the database in a fallback folder, which homes may share.
    package var fallbackName: String {
        StableHash.digits(of: StableHash.hash(dataFolder)) + ".sqlite"
    }

    /// Path of the lock file for writing the preferences and the credentials.
    public var preferencesLockPath: String { Self.join(configFolder, "preferences.lock") }

    /// Path of the lock file that the servers of the home share; a copy of the home has it alone.
    public var serverLockPath: String { Self.join(lockFolder, "serve.lock") }

    /// Returns the path of the lock file that a run of labels on a printer holds.
    package func printLockPath(of printer: String) -> String {
        Self.join(lockFolder, StableHash.digits(of: StableHash.hash(printer)) + ".print")
    }

    /// Path of the lock file for changing the photos of the command line.
    var photosLockPath: String { Self.join(lockFolder, "photos.lock") }

    private var lockFolder: String { Self.join(dataFolder, "locks") }

    /// Returns the fallback folder for sockets.
    static func temporaryFolder(of userID: UInt32) -> String { "/tmp/fleet-\(userID)" }

    package static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Returns the normalized absolute path, without resolving links; socket names depend on it.
    static func absolute(_ path: String, in folder: String) -> String {
        let path = path.hasPrefix("/") ? path : join(folder, path)
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}

/// Error in the folders of a home.
public enum HomeError: Error, Equatable, Sendable {
    /// Neither the environment nor the user database names the user's home.
    case noHome
    /// A folder cannot be created or opened; `reason` is the system's message.
    case unusable(path: String, reason: String)
    /// Other users could tamper with a socket folder; `reason` names the problem.
    case unsafe(path: String, reason: String)

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .noHome: "the home folder is unknown"
        case .unusable(let path, let reason): "cannot use the folder \(path): \(reason)"
        case .unsafe(let path, let reason): "the folder \(path) is not safe: \(reason)"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .noHome: "set HOME, or set FLEET_HOME to a folder for fleet"
        case .unusable: "check its permissions, or set FLEET_HOME to another folder"
        case .unsafe: "remove it, or set FLEET_HOME or XDG_RUNTIME_DIR to a folder of your own"
        }
    }
}

/// Base folders of the XDG Base Directory Specification 0.8.
private struct XDGFolders {
    /// Folder of configuration files; `nil` if it depends on an unknown home.
    let config: String?
    /// Folder of data files; `nil` if it depends on an unknown home.
    let data: String?
    /// Folder of caches; `nil` if it depends on an unknown home.
    let cache: String?
    /// Folder for the duration of a session, not checked.
    let runtime: String?

    init(environment: (String) -> String?, userHome: String?) {
        func absolute(_ path: String?) -> String? {
            path.flatMap { $0.hasPrefix("/") ? Home.absolute($0, in: "/") : nil }
        }
        let home = absolute(environment("HOME")) ?? absolute(userHome)
        config = absolute(environment("XDG_CONFIG_HOME")) ?? home.map { Home.join($0, ".config") }
        data =
            absolute(environment("XDG_DATA_HOME")) ?? home.map { Home.join($0, ".local/share") }
        cache = absolute(environment("XDG_CACHE_HOME")) ?? home.map { Home.join($0, ".cache") }
        runtime = absolute(environment("XDG_RUNTIME_DIR"))
    }

    /// Returns the folder of sockets if this user owns it, as the specification requires.
    ///
    /// After `sudo` or `su` the variable often names the folder of the previous user; files there
    /// would get in that user's way.
    func runtime(of userID: UInt32) -> String? {
        guard let runtime, let status = try? FilePath(runtime).stat(),
            status.type == .directory, status.userID.rawValue == userID,
            !status.isWritableByOthers
        else { return nil }
        return runtime
    }
}
