import FleetCore
import Foundation

/// Content of `credentials.json`.
struct CredentialsDocument: Codable {
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
