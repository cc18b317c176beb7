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
        try await file.update(try load(), reload: load, change) { credentials, _ in
            try CredentialsDocument(credentials).encoded()
        }
    }
}

/// Content of `credentials.json`.
private struct CredentialsDocument: Codable {
    var version = 1
    var sources: [String: Credentials]

    init(_ sources: [String: Credentials]) {
        self.sources = sources
    }

    static func credentials(in document: Data) throws(SettingsError) -> [String: Credentials] {
        // The version first: a newer document may differ in everything else.
        try SettingsObject(document: document).checkVersion()
        do {
            return try JSONDecoder().decode(Self.self, from: document).sources
        } catch {
            throw .invalid(message(for: error))
        }
    }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + [UInt8(ascii: "\n")]
    }

    /// Returns a message that names the field but not its value, which is a secret.
    private static func message(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "`\(path(context.codingPath))` has the wrong type"
        default: "it is not valid JSON"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map(\.stringValue).joined(separator: ".")
    }
}
