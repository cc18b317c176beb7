import FleetCore
import Foundation

/// What stands in `credentials.json`.
struct CredentialsDocument: Codable {
    var version = 1
    var sources: [String: Credentials]

    init(_ sources: [String: Credentials]) {
        self.sources = sources
    }

    static func credentials(in document: Data) throws(SettingsFault) -> [String: Credentials] {
        // The version first: a newer document may differ in everything else.
        try SettingsObject(document: document).checkVersion()
        do {
            return try JSONDecoder().decode(Self.self, from: document).sources
        } catch {
            throw .wrong(words(for: error))
        }
    }

    func written() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + [UInt8(ascii: "\n")]
    }

    /// Names the field and nothing of its value, which is a secret.
    private static func words(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "`\(path(context.codingPath))` is not what it should be"
        default: "it is no JSON"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map(\.stringValue).joined(separator: ".")
    }
}
