import FleetCore
import Foundation
import POSIX

/// The settings of a server that outlive it: a port with an adapter for a file of the home and one
/// for PostgreSQL.
public protocol ServerSettings: Sendable {
    /// Returns the origin under which people reach the server; `nil` if there never was one.
    func publicURL() async throws -> String?

    /// Records the origin under which people reach the server.
    func setPublicURL(_ url: String) async throws

    /// Returns the name of the map's background that administrators chose; `nil` if they did not.
    func tiles() async throws -> String?

    /// Records the name of the map's background.
    func setTiles(_ name: String) async throws

    /// Returns the email address for questions that administrators chose; `nil` if they did not.
    func contact() async throws -> String?

    /// Records the email address for questions.
    func setContact(_ address: String) async throws

    /// Returns whether administrators skipped the first steps of a new server.
    func hasSkippedFirstSteps() async throws -> Bool

    /// Records that administrators skipped the first steps.
    func skipFirstSteps() async throws

    /// Returns 64 hexadecimal digits that only this server knows; they are random the first time.
    func secret() async throws -> String
}

/// A setting of a server; the raw value is its member in the file of a home.
public enum ServerSetting: String, CaseIterable, Sendable {
    /// The origin under which people reach the server.
    case publicURL
    /// 64 hexadecimal digits that only the server knows.
    case secret
    /// The name of the map's background.
    case tiles
    /// The email address for questions about published feeds.
    case contact
    /// `skipped` if administrators skipped the first steps of a new server.
    case firstSteps
}

/// File in which a server leaves its address for commands on the same machine, and its own
/// settings, `server.json`:
/// `{"version":1,"publicURL":"https://fleet.example","secret":HEX,"tiles":NAME,"contact":EMAIL,
/// "firstSteps":"skipped"}`.
///
/// It stays when the server ends, since links are valid for days, and published IDs must not all
/// change with a new start.
public struct ServerFile: ServerSettings {
    private let file: SettingsFile

    /// Creates a reference to the file of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.serverPath, folder: home.dataFolder, lockPath: home.preferencesLockPath,
            isSecret: true)
    }

    /// Returns the origin under which people reach the server; `nil` if there never was one.
    public func publicURL() throws(PreferencesError) -> String? { try stored()[.publicURL] }

    /// Returns the name of the map's background that administrators chose; `nil` if they did not.
    public func tiles() throws(PreferencesError) -> String? { try stored()[.tiles] }

    /// Returns the email address for questions that administrators chose; `nil` if they did not.
    public func contact() throws(PreferencesError) -> String? { try stored()[.contact] }

    /// Returns whether administrators skipped the first steps of a new server.
    public func hasSkippedFirstSteps() throws(PreferencesError) -> Bool {
        try stored()[.firstSteps] != nil
    }

    /// Returns all settings that the file has.
    package func stored() throws(PreferencesError) -> [ServerSetting: String] { try read() ?? [:] }

    private func read() throws(PreferencesError) -> [ServerSetting: String]? {
        guard let document = try file.read() else { return nil }
        return try file.parsing { () throws(SettingsError) in
            let root = try SettingsDocument(document).root
            try root.checkVersion()
            var settings: [ServerSetting: String] = [:]
            for setting in ServerSetting.allCases {
                settings[setting] = try root.string(setting.rawValue)
            }
            return settings
        }
    }

    /// Records the origin under which people reach the server.
    public func setPublicURL(_ url: String) async throws {
        _ = try await update { $0[.publicURL] = url }
    }

    /// Records the name of the map's background.
    public func setTiles(_ name: String) async throws {
        _ = try await update { $0[.tiles] = name }
    }

    /// Records the email address for questions.
    public func setContact(_ address: String) async throws {
        _ = try await update { $0[.contact] = address }
    }

    /// Records that administrators skipped the first steps.
    public func skipFirstSteps() async throws {
        _ = try await update { $0[.firstSteps] = "skipped" }
    }

    /// Returns 64 hexadecimal digits that only this home knows; they are random the first time.
    public func secret() async throws -> String {
        let settings = try await update { settings in
            guard settings[.secret] == nil else { return }
            settings[.secret] = Self.randomSecret()
        }
        return settings[.secret] ?? ""
    }

    /// Returns 64 random hexadecimal digits.
    package static func randomSecret() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            StableHash.digits(of: UInt64.random(in: .min ... .max, using: &generator))
        }.joined()
    }

    /// Changes settings and returns all of them.
    private func update(
        _ change: (inout [ServerSetting: String]) -> Void
    ) async throws -> [ServerSetting: String] {
        let lock = try await file.lock()
        defer { lock.release() }
        let old = try read()
        var settings = old ?? [:]
        change(&settings)
        guard settings != old else { return settings }
        var object: [String: Any] = ["version": 1]
        for (setting, value) in settings { object[setting.rawValue] = value }
        let document = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        try file.write(document + [UInt8(ascii: "\n")])
        return settings
    }
}
