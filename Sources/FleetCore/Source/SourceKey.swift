public import Foundation

/// The key of a feed of a source: of its snapshot, back-off, leader and locks.
public struct SourceKey: Hashable, Sendable {
    /// The permanent UUID of the source.
    public let uuid: UUID
    /// The definition that the feed is read with; for an address without a name, only the language.
    ///
    /// Data read with another definition is not found under this key; see `Source.definition`.
    public let definition: String
    /// The feed; each has its own schedule, back-off, leader and snapshot.
    public let feed: Source.Feed

    /// Creates the key of a feed of a source.
    public init(_ uuid: UUID, definition: String = "", feed: Source.Feed = .vehicles) {
        (self.uuid, self.definition, self.feed) = (uuid, definition, feed)
    }

    /// Creates the key of the vehicles of an http(s) address without a name.
    ///
    /// - Parameter language: The language of its texts.
    public init(address: String, language: LanguageTag? = nil) {
        self.init(
            UUID(sourceName: "url:" + StableHash.digits(of: StableHash.hash(address))),
            definition: language.map { "language-" + $0.text } ?? "")
    }

    /// The key of the source's site feed.
    public var forSites: SourceKey {
        SourceKey(uuid, definition: definition, feed: .sites)
    }

    /// The UUID in lower case, as it is stored.
    public var uuidText: String { uuid.uuidString.lowercased() }

    /// A text that identifies the feed and the definition of the source.
    public var text: String {
        uuidText + ":" + feed.rawValue + (definition.isEmpty ? "" : ":" + definition)
    }
}

extension UUID {
    /// Creates the UUID of a source that has none in the preferences: a hash of its name, as
    /// version 8 (RFC 9562, section 5.8).
    public init(sourceName name: String) {
        var bytes = [0, 0x9E37_79B9_7F4A_7C15].flatMap { seed in
            withUnsafeBytes(of: StableHash.hash(name, seed: seed).bigEndian, Array.init)
        }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
