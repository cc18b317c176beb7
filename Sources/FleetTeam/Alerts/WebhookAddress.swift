import FleetCore

/// The http(s) address of a webhook.
///
/// Its path, its query and a password in it may be secrets, so only the origin can be printed,
/// encoded or reflected upon.
public struct WebhookAddress: Equatable, Sendable {
    /// The maximum length, in bytes.
    public static let maxLength = 2048

    /// The scheme, the host and the port, the only part that may be shown.
    public let origin: String
    private let text: String

    /// Parses an address.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public init(_ text: String) throws(TeamError) {
        guard text.utf8.count <= Self.maxLength else {
            throw .invalid(.webhook, .tooLong(Self.maxLength))
        }
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
        guard isPlain, let address = try? WebAddress(text) else {
            throw .invalid(.webhook, .malformed)
        }
        origin = address.origin.text
        self.text = text
    }

    /// Returns the whole address, for requests and the database.
    public func reveal() -> String { text }
}

extension WebhookAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The origin.
    public var description: String { origin }
    /// The origin.
    public var debugDescription: String { origin }
    /// A mirror without children, because templates and `dump` read them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
