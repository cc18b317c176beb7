package import FleetCore
import Foundation

/// Description of a backup, the last entry of its archive: `manifest.json`.
package struct BackupManifest: Codable, Equatable, Sendable {
    /// The name of the entry.
    static let name = "manifest.json"
    /// Most bytes of the entry, enough for 500,000 files.
    static let maxBytes = 128 << 20
    /// The only format so far; a later one is refused.
    private static let format = 1

    /// What a backup is of.
    package enum Content: String, Codable, Sendable {
        /// The files of a home.
        case home
        /// A PostgreSQL database, and the photos in a home.
        case database
    }

    /// A file of the archive.
    package struct File: Codable, Equatable, Sendable {
        package let name: String
        let bytes: Int64
        /// In 64 lower-case hexadecimal digits.
        let sha256: String
    }

    private let format: Int
    /// The version of the program that made the backup.
    package let version: String
    /// The time at which it was made (RFC 3339, UTC).
    package let createdAt: String
    package let content: Content
    /// The digest of the tables of a database; `nil` for a home, whose files have it.
    package let schema: String?
    /// All entries before this one, in their order.
    package let files: [File]

    private enum CodingKeys: String, CodingKey {
        case format, version, content, schema, files
        case createdAt = "created_at"
    }

    /// Creates the description of a new backup.
    package init(
        version: String, createdAt: Timestamp, content: Content, schema: String?, files: [File]
    ) {
        format = Self.format
        (self.version, self.content, self.schema) = (version, content, schema)
        self.createdAt = DiagnosticLog.text(createdAt)
        self.files = files
    }

    /// Reads a description.
    /// - Throws: ``BackupDefect``.
    init(_ bytes: [UInt8]) throws(BackupDefect) {
        struct Header: Codable {
            let format: Int
            let version: String
        }
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(Header.self, from: Data(bytes)) else {
            throw .damaged(reason: "its description cannot be read")
        }
        guard header.version.count <= 100 else {
            throw .damaged(reason: "its description has no version")
        }
        guard header.format == Self.format else { throw .newer(version: header.version) }
        do {
            self = try decoder.decode(Self.self, from: Data(bytes))
        } catch {
            throw .damaged(reason: "its description cannot be read")
        }
    }

    /// The description as JSON.
    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return [UInt8](try encoder.encode(self)) + [0x0A]
        }
    }
}

/// Reason why a file is not a backup that can be restored.
enum BackupDefect: Error, Equatable {
    /// Another program wrote the file.
    case foreign
    /// The file is not a whole backup.
    case damaged(reason: String)
    /// A later version of the program made it.
    case newer(version: String)
}
