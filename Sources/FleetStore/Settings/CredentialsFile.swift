public import FleetCore
import Foundation

/// File of the sources' credentials, `credentials.json`: `{"version":1,"sources":{NAME:{…}}}`.
///
/// It is created with mode 0600 and rejected if other users can access it. Error messages never
/// contain anything from the file except field names.
public struct CredentialsFile: Sendable {
    private let file: SettingsFile

    /// Creates a reference to the credentials of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.credentialsPath, folder: home.configFolder,
            lockPath: home.preferencesLockPath, isSecret: true)
    }

    /// Path of the file.
    public var path: String { file.path }

    /// Reads the credentials by source name; empty without a file.
    public func load() throws(PreferencesError) -> [String: Credentials] {
        guard let document = try file.read() else { return [:] }
        return try file.parsing { () throws(SettingsError) in
            try CredentialsDocument.credentials(in: document)
        }
    }

    /// Changes the credentials; see `PreferencesFile.update(_:)`.
    @discardableResult
    public func update<Outcome>(
        _ change: (inout [String: Credentials]) throws -> Outcome
    ) async throws -> Outcome {
        try await file.update(load: load, change) { try CredentialsDocument($0).encoded() }
    }
}
