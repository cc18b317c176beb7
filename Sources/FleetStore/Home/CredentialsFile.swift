public import FleetCore
import Foundation

/// The file of the sources' credentials, `credentials.json`: `{"version":1,"sources":{NAME:{…}}}`.
///
/// It has mode 0600 from its first byte, and is refused when users other than its owner may use it. No
/// failure tells anything of its content but the names of fields.
public struct CredentialsFile: Sendable {
    private let file: SettingsFile

    /// The file of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.credentialsPath, folder: home.configFolder,
            lockPath: home.preferencesLockPath, isSecret: true)
    }

    /// The path of the file.
    public var path: String { file.path }

    /// Reads the credentials by the names of their sources; without a file there are none.
    public func load() throws(PreferencesFailure) -> [String: Credentials] {
        guard let document = try file.read() else { return [:] }
        return try file.naming { () throws(SettingsFault) in
            try CredentialsDocument.credentials(in: document)
        }
    }

    /// Changes the credentials; as `PreferencesFile.update(_:)`.
    @discardableResult
    public func update<Outcome>(
        _ change: (inout [String: Credentials]) throws -> Outcome
    ) async throws -> Outcome {
        try await file.update(load: load, change) { try CredentialsDocument($0).written() }
    }
}
