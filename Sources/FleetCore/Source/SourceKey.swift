/// The key of a source's snapshot, back-off and locks.
///
/// The key of a named source is its name, that of an http(s) location a digest of its address. A
/// source name never contains a colon, so the two cannot collide.
public struct SourceKey: Hashable, Sendable, CustomStringConvertible {
    /// The text of the key; for an address a digest, since an address may contain a secret.
    public let text: String

    /// Creates the key of a named source.
    public init(name: String) {
        text = name
    }

    /// Creates the key of an http(s) address.
    public init(address: String) {
        text = "url:" + Self.hexadecimal(StableHash.hash(address))
    }

    private init(text: String) {
        self.text = text
    }

    /// The key of the source's site feed, which has its own schedule, back-off, leader and
    /// snapshot.
    public var forSites: SourceKey { SourceKey(text: text + ":sites") }

    /// The text of the key.
    public var description: String { text }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
