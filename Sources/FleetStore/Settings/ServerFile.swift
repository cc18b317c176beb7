import FleetCore
import Foundation
import POSIX

/// File in which a server leaves its address for commands on the same machine, and its own settings,
/// `server.json`: `{"version":1,"publicURL":"https://fleet.example","secret":HEX,"tiles":NAME}`.
///
/// It stays when the server ends, since links are valid for days, and published IDs must not all
/// change with a new start.
public struct ServerFile: Sendable {
    private let file: SettingsFile

    /// Creates a reference to the file of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.serverPath, folder: home.dataFolder, lockPath: home.preferencesLockPath,
            isSecret: true)
    }

    /// Returns the origin under which people reach the server; `nil` if there never was one.
    public func publicURL() throws(PreferencesError) -> String? { try string("publicURL") }

    /// Returns the name of the map's background that administrators chose; `nil` if they did not.
    public func tiles() throws(PreferencesError) -> String? { try string("tiles") }

    private func string(_ name: String) throws(PreferencesError) -> String? {
        guard let document = try file.read() else { return nil }
        return try file.parsing { () throws(SettingsError) in
            let root = try SettingsDocument(document).root
            try root.checkVersion()
            return try root.string(name)
        }
    }

    /// Records the origin under which people reach the server.
    public func setPublicURL(_ url: String) async throws {
        _ = try await update { members in members["publicURL"] = url }
    }

    /// Records the name of the map's background.
    public func setTiles(_ name: String) async throws {
        _ = try await update { members in members["tiles"] = name }
    }

    /// Returns 64 hexadecimal digits that only this home knows; they are random the first time.
    public func secret() async throws -> String {
        let members = try await update { members in
            guard members["secret"] == nil else { return }
            var generator = SystemRandomNumberGenerator()
            members["secret"] = (0..<4).map { _ in
                StableHash.digits(of: UInt64.random(in: .min ... .max, using: &generator))
            }.joined()
        }
        return members["secret"] ?? ""
    }

    /// Changes members of the document and returns all of them.
    private func update(
        _ change: (inout [String: String]) -> Void
    ) async throws -> [String: String] {
        let lock = try await file.lock()
        defer { lock.release() }
        let old = try file.read().map { document in
            try file.parsing { () throws(SettingsError) -> [String: String] in
                let root = try SettingsDocument(document).root
                try root.checkVersion()
                var members: [String: String] = [:]
                for name in ["publicURL", "secret", "tiles"] {
                    members[name] = try root.string(name)
                }
                return members
            }
        }
        var members = old ?? [:]
        change(&members)
        guard members != old else { return members }
        var object: [String: Any] = members
        object["version"] = 1
        let document = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        try file.write(document + [UInt8(ascii: "\n")])
        return members
    }
}
