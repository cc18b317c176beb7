import FleetCore
public import Foundation
import POSIX

/// Login of the command line to a team's server.
public struct TeamLogin: Equatable, Sendable, Codable {
    /// A source of the server.
    public struct Source: Equatable, Sendable, Codable {
        /// The permanent ID on the server.
        public var id: UUID
        /// The name on the server.
        public var name: String
        /// The text of its label field (``FleetCore/LabelField``).
        public var labelField: String?

        /// Creates a source.
        public init(id: UUID, name: String, labelField: String?) {
            (self.id, self.name, self.labelField) = (id, name, labelField)
        }
    }

    /// The origin of the server, such as `https://fleet.example`.
    public var url: String
    /// The ID of the user.
    public var userID: UUID
    /// The name of the user.
    public var userName: String
    /// The API token, a secret.
    public var token: String
    /// A UUID that is new with each login: what was loaded with another one is not shown.
    public var revision: UUID
    /// The sources of the server when they were last read, its default first.
    public var sources: [Source]
    /// The ID of the source that commands use without `--source`; `nil` for that of the
    /// preferences.
    public var defaultSource: UUID?

    /// Creates a login whose default source is that of the server.
    public init(
        url: String, userID: UUID, userName: String, token: String, revision: UUID,
        sources: [Source]
    ) {
        (self.url, self.userID, self.userName) = (url, userID, userName)
        (self.token, self.revision, self.sources) = (token, revision, sources)
        defaultSource = sources.first?.id
    }

    /// The UUID of a source in this home: data of several users or servers is kept apart.
    public func uuid(of source: Source) -> UUID {
        UUID(sourceName: "team:\(url):\(userID.uuidString):\(source.id.uuidString)")
    }

    /// The name of the folder with the cached data of the user.
    public var cacheName: String {
        StableHash.digits(of: StableHash.hash("\(url) \(userID.uuidString)"))
    }
}

extension TeamLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user and the server, without the token.
    public var description: String { "\(userName) at \(url)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// File of the login to a team's server, `login.json`.
///
/// It has mode 0600, and is rejected if other users can access it.
public struct TeamLoginFile: Sendable {
    private let file: SettingsFile

    /// Creates a reference to the login of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.loginPath, folder: home.configFolder, lockPath: home.preferencesLockPath,
            isSecret: true)
    }

    /// Reads the login; `nil` without one.
    public func load() throws(PreferencesError) -> TeamLogin? {
        guard let document = try file.read() else { return nil }
        return try file.parsing { () throws(SettingsError) in
            // The version first: a newer document may differ in everything else.
            try SettingsObject(document: document).checkVersion()
            // The error of the decoder could show the token.
            guard let content = try? JSONDecoder().decode(Document.self, from: document) else {
                throw .invalid("it is not a login; run `fleet login URL`")
            }
            return content.login
        }
    }

    /// Saves a login.
    public func save(_ login: TeamLogin) async throws {
        let lock = try await file.lock()
        defer { lock.release() }
        try write(login)
    }

    /// Changes the login if it has a revision; a change without effect writes nothing.
    /// - Returns: The login of that revision; `nil` if it has been replaced or removed.
    public func update(
        _ revision: UUID, _ change: (inout TeamLogin) -> Void
    ) async throws -> TeamLogin? {
        let lock = try await file.lock()
        defer { lock.release() }
        guard let old = try load(), old.revision == revision else { return nil }
        var login = old
        change(&login)
        if login != old { try write(login) }
        return login
    }

    /// Removes the file if it exists.
    public func remove() async throws {
        let lock = try await file.lock()
        defer { lock.release() }
        file.remove()
    }

    private func write(_ login: TeamLogin) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try file.write(encoder.encode(Document(login: login)) + [UInt8(ascii: "\n")])
    }

    private struct Document: Codable {
        var version = 1
        var login: TeamLogin
    }
}

extension Home {
    /// Cache folder for the data of one user on a team's server.
    public func teamFolder(of login: TeamLogin) -> String {
        Self.join(Self.join(dataFolder, "team-cache"), login.cacheName)
    }

    /// Path of the store with the sources of a team's server.
    public func teamStorePath(of login: TeamLogin) -> String {
        Self.join(teamFolder(of: login), "fleet.sqlite")
    }

    /// Creates the folders of a home and the one for the sources of a team's server.
    /// - Throws: ``HomeError/unusable(path:reason:)``.
    public func createTeamFolder(of login: TeamLogin) throws(HomeError) {
        try createFolders()
        try Self.create(teamFolder(of: login))
    }
}
