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

    /// The text of the key.
    public var description: String { text }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
