/// The key under which a source's snapshot, back-off and locks are kept.
///
/// A named source is kept under its name, an http(s) location under its address; the name of a
/// source never holds a colon, so the two cannot meet.
public struct SourceKey: Hashable, Sendable, CustomStringConvertible {
    /// The text of the key; for an address a digest, since an address may hold a secret.
    public let text: String

    /// The key of a named source.
    public init(name: String) {
        text = name
    }

    /// The key of an http(s) address.
    public init(address: String) {
        text = "url:" + Self.hexadecimal(StableHash.hash(address))
    }

    private init(text: String) {
        self.text = text
    }

    /// The key of the source's other feed, that of its sites: it is asked at its own pace, and has
    /// a back-off, a leader and a snapshot of its own.
    public var ofSites: SourceKey { SourceKey(text: text + ":sites") }

    /// The text of the key.
    public var description: String { text }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
