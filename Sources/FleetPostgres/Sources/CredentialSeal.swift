import FleetCore
import FleetSettings
import Foundation

/// Seals and opens the credentials of sources.
struct CredentialSeal {
    let key: SealingKey
    /// The file of the key.
    let path: String

    /// Reads the key of a file.
    /// - Throws: `SealingError`, also without a file.
    init(keyFile: String?) throws(SealingError) {
        guard let keyFile else { throw .missing }
        (key, path) = (try SealingKey(file: keyFile), keyFile)
    }

    /// Returns the credentials that can be opened, by source name.
    func credentials(of content: SourceTable.Content) -> [String: Credentials] {
        var credentials: [String: Credentials] = [:]
        for (name, source) in content.catalog.sources {
            guard let uuid = source.uuid, let sealed = content.sealed[uuid] else { continue }
            credentials[name] = open(sealed, of: source)
        }
        return credentials
    }

    /// Opens the credentials of a source; `nil` if they were sealed with another key or for another
    /// origin.
    func open(_ sealed: String, of source: Source) -> Credentials? {
        key.open(sealed, for: Self.purpose(of: source)).flatMap {
            try? JSONDecoder().decode(Credentials.self, from: Data($0))
        }
    }

    /// Seals the credentials of a source.
    func seal(_ credentials: Credentials, of source: Source) throws -> String {
        let text = try JSONEncoder().encode(credentials)
        return key.seal(Array(text), for: Self.purpose(of: source))
    }

    /// The purpose of sealed credentials: a source and its origin.
    ///
    /// Someone who can write to the database, but lacks the key, cannot make the server send them
    /// to another origin.
    private static func purpose(of source: Source) -> String {
        let text = source.location.text
        let scheme = text.firstRange(of: "://")
        let authority = scheme.map { text[$0.upperBound...].prefix { !"/?#".contains($0) } } ?? ""
        let origin = scheme.map { text[..<$0.upperBound] + authority } ?? ""
        return (source.uuid.map { SourceKey($0).uuidText } ?? "") + " " + origin.lowercased()
    }
}
